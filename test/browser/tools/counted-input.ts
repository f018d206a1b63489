import type { Locator, Page } from '@playwright/test';

const SECONDS_PER_KEY = 0.25;
/** Seconds to find and reach a target. */
const SECONDS_PER_TAP = 1;

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

  /** Presses the Next or Done key of the phone's keyboard. */
  async pressNext(): Promise<void> {
    this.keys++;
    await this.page.keyboard.press('Enter');
  }

  /** Taps outside the page, such as the camera's shutter. */
  tapOutsidePage(taps: number): void {
    this.taps += taps;
  }

  get seconds(): number {
    return this.keys * SECONDS_PER_KEY + this.taps * SECONDS_PER_TAP;
  }
}
