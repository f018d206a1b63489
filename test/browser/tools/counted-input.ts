import type { Locator, Page } from '@playwright/test';

const secondsPerKey = 0.25;
/** Finding a place and reaching for it takes longer than the next key. */
const secondsPerTap = 1;

/**
 * A thumb on a phone: what it does is counted, so that a test can say how long a person would take.
 */
export class CountedInput {
  taps = 0;
  keys = 0;

  constructor(private readonly page: Page) {}

  async tap(place: Locator): Promise<void> {
    this.taps++;
    await place.tap();
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  /** The key at the keyboard's corner: next, or done. */
  async next(): Promise<void> {
    this.keys++;
    await this.page.keyboard.press('Enter');
  }

  /** Something outside the page: the shutter of the camera, "Use photo". */
  tapOutsidePage(taps: number): void {
    this.taps += taps;
  }

  get seconds(): number {
    return this.keys * secondsPerKey + this.taps * secondsPerTap;
  }
}
