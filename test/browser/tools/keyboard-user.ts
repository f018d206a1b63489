import { expect, type Locator, type Page } from '@playwright/test';

/** More than any screen of ours has before what is looked for. */
const maxTabStops = 80;

/** Somebody without a mouse: goes from place to place with Tab, and sees where they are. */
export class KeyboardUser {
  constructor(private readonly page: Page) {}

  /**
   * Goes there with Tab alone. @throws where Tab does not lead there, or nothing shows that it has
   */
  async tabTo(place: Locator): Promise<void> {
    await expect(place).toBeVisible();
    for (let stop = 0; !(await isFocused(place)); stop++) {
      if (stop > maxTabStops) throw new Error(`Tab does not lead to ${String(place)}`);
      await this.press('Tab');
    }
    const ringed = await place.evaluate((element) => {
      const chip = element.closest('label');
      return [element, ...(chip ? [chip] : [])].some((each) => {
        const { outlineStyle, boxShadow } = getComputedStyle(each);
        return outlineStyle !== 'none' || boxShadow !== 'none';
      });
    });
    expect(ringed, `it shows that ${String(place)} has the focus`).toBe(true);
  }

  /** Goes there and presses it. */
  async activate(place: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.tabTo(place);
    await this.press(key);
  }

  /** Goes there and types, over what stood there. */
  async fill(place: Locator, text: string): Promise<void> {
    await this.tabTo(place);
    await this.press('ControlOrMeta+a');
    await this.type(text);
  }

  /** A day of January: its two halves are the same in every order of day and month. */
  async fillDay(place: Locator, year: number): Promise<void> {
    await this.tabTo(place);
    await this.type(`0101${year}`);
    await expect(place).toHaveValue(`${year}-01-01`);
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }
}

const isFocused = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === document.activeElement);
