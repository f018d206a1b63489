import { setTimeout as wait } from 'node:timers/promises';

/** Interval of Prometheus, by which the rules are evaluated. */
export const SCRAPE_SECONDS = 15;
const TIMEOUT_MS = 5_000;

/** Samples of all metrics of some processes, as promtool takes them. */
export class RecordedMetrics {
  /** Values by series, one for each scrape; undefined where the series was not there. */
  private readonly series = new Map<string, (string | undefined)[]>();
  private scrapes = 0;
  private isEnding = false;
  private readonly scraping: Promise<void>;

  /** @param urls address by instance */
  constructor(private readonly urls: Readonly<Record<string, string>>) {
    this.scraping = this.scrape(Date.now());
  }

  /** Time of the next scrape, in seconds since the first. */
  get seconds(): number {
    return this.scrapes * SCRAPE_SECONDS;
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.scraping;
  }

  /** Series in promtool's notation. A series that ends is marked stale, as in Prometheus. */
  get inputSeries(): readonly { readonly series: string; readonly values: string }[] {
    return [...this.series].map(([series, values]) => ({
      series,
      values: Array.from({ length: this.scrapes }, (_, scrape) => {
        const value = values[scrape];
        return value ?? (values[scrape - 1] === undefined ? '_' : 'stale');
      }).join(' '),
    }));
  }

  private async scrape(since: number): Promise<void> {
    while (!this.isEnding) {
      const samples = await Promise.all(
        Object.entries(this.urls).map(([instance, url]) => scrapeSamples(instance, url)),
      );
      for (const [series, value] of samples.flat()) {
        const values = this.series.get(series) ?? [];
        values[this.scrapes] = value;
        this.series.set(series, values);
      }
      this.scrapes++;
      await wait(Math.max(0, since + this.scrapes * SCRAPE_SECONDS * 1_000 - Date.now()));
    }
  }
}

async function scrapeSamples(instance: string, url: string): Promise<readonly [string, string][]> {
  const labels = `job="fieldtrace",instance="${instance}"`;
  try {
    const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const samples = [
      ...(await answer.text()).matchAll(/^(fieldtrace_\w+)(?:{(.*)})? (\S+)$/gm),
    ].map(([, name, ownLabels, value]): [string, string] => [
      `${name}{${ownLabels ? `${ownLabels},` : ''}${labels}}`,
      value!,
    ]);
    return [[`up{${labels}}`, '1'], ...samples];
  } catch {
    return [[`up{${labels}}`, '0']];
  }
}
