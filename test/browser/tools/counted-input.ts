import type { Locator, Page } from '@playwright/test';

const secondsPerKey = 0.25;
/** Seconds to find and reach a target. */
const secondsPerTap = 1;

/** Thumb input on a phone that counts taps and keys, to compute a person's time. */
export class CountedInput {
  taps = 0;
  keys = 0;

  constructor(private readonly page: Page) {}

  async tap(target: Locator): Promise<void> {
    this.taps++;
    await target.tap();
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  /** Corner key of the keyboard: next, or done. */
  async next(): Promise<void> {
    this.keys++;
    await this.page.keyboard.press('Enter');
  }

  /** Taps outside the page, such as the camera's shutter. */
  tapOutsidePage(taps: number): void {
    this.taps += taps;
  }

  get seconds(): number {
    return this.keys * secondsPerKey + this.taps * secondsPerTap;
  }
}
