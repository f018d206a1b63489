import { expect, type Locator, type Page } from '@playwright/test';

/** Maximum number of tab stops before a target. */
const maxTabStops = 80;

/** Person without a mouse, who moves with Tab and sees the focus. */
export class KeyboardUser {
  constructor(private readonly page: Page) {}

  /**
   * Moves to a place with Tab.
   * @throws if Tab does not reach it, or the focus is invisible
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

  /** Moves to a place and presses it. */
  async activate(place: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.tabTo(place);
    await this.press(key);
  }

  /** Moves to a place and replaces its text. */
  async fill(place: Locator, text: string): Promise<void> {
    await this.tabTo(place);
    await this.press('ControlOrMeta+a');
    await this.type(text);
  }

  /** Types 1 January, which reads equally in every order of day and month. */
  async fillDay(place: Locator, year: number): Promise<void> {
    await this.tabTo(place);
    await this.type(`0101${year}`);
    await expect(place).toHaveValue(`0101${year}`);
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
