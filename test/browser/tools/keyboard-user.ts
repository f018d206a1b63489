import { expect, type Locator, type Page } from '@playwright/test';

/** Maximum number of tab stops before a target. */
const MAX_TAB_STOPS = 80;

/** Person without a mouse, who moves with Tab and sees the focus. */
export class KeyboardUser {
  constructor(private readonly page: Page) {}

  /**
   * Moves to a target with Tab.
   * @throws if Tab does not reach it, or the focus is invisible
   */
  async tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let stop = 0; !(await isFocused(target)); stop++) {
      if (stop > MAX_TAB_STOPS) throw new Error(`Tab does not lead to ${String(target)}`);
      await this.press('Tab');
    }
    const hasFocusRing = await target.evaluate((element) => {
      const chip = element.closest('label');
      return [element, ...(chip ? [chip] : [])].some((each) => {
        const { outlineStyle, boxShadow } = getComputedStyle(each);
        return outlineStyle !== 'none' || boxShadow !== 'none';
      });
    });
    expect(hasFocusRing, `it shows that ${String(target)} has the focus`).toBe(true);
  }

  /** Moves to a target and presses it. */
  async activate(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.tabTo(target);
    await this.press(key);
  }

  /** Moves to a target and replaces its text. */
  async fill(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.press('ControlOrMeta+a');
    await this.type(text);
  }

  /** Types 1 January, which reads equally in every order of day and month. */
  async fillDay(target: Locator, year: number): Promise<void> {
    await this.tabTo(target);
    await this.type(`0101${year}`);
    await expect(target).toHaveValue(`0101${year}`);
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);
