import { type ComponentType, lazy, type ReactNode } from 'react';

/** Pauses between retries: the first and the longest. A returning network ends a pause. */
const RETRY_MS = { first: 3_000, longest: 30_000 };
/** Time limit of a request, longer than a slow network needs for a screen. */
const REQUEST_LIMIT_MS = 15_000;
/** Time limit of the request that checks whether the server answers. */
const PROBE_LIMIT_MS = 5_000;

/** `gone`: the server no longer has the file, or the browser does not retry the import. */
export type Arrival = 'arrived' | 'gone';
const arrivals = new WeakMap<object, Promise<Arrival>>();

/** Resolves once code that failed to load has arrived; undefined for other errors. */
export const findArrival = (error: unknown): Promise<Arrival> | undefined =>
  typeof error === 'object' && error !== null ? arrivals.get(error) : undefined;

/** Whether the server answers. The service worker passes this request on. */
export async function isServerReached(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (
      await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_LIMIT_MS) })
    ).ok;
  } catch {
    return false;
  }
}

/** Waits for the network, at most `pause`. */
const waitForNetworkOrPause = (pause: number): Promise<void> =>
  new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      done();
    };
    const timer = setTimeout(end, pause);
    addEventListener('online', end);
  });

/** Lazily imported code. Fetched when first needed, and again in the background after a failure. */
export class Code<Loaded> {
  /** The loaded module. */
  loaded: Loaded | undefined;
  private loading: Promise<Loaded> | undefined;
  private hasFailed = false;
  private arriving: Promise<Arrival> | undefined;

  constructor(private readonly load: () => Promise<Loaded>) {}

  /** Shared promise. `findArrival` knows the error with which it rejects. */
  fetch(): Promise<Loaded> {
    this.loading ??= this.attempt();
    return this.loading;
  }

  /** Fetches again after a failure. Resolves on success and on failure. */
  async refetch(): Promise<void> {
    if (this.hasFailed) this.loading = undefined;
    this.hasFailed = false;
    await this.fetch().catch(() => undefined);
  }

  private attempt(): Promise<Loaded> {
    const loading = this.load().then((loaded) => (this.loaded = loaded));
    const attempt = new Promise<Loaded>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error('Code could not be fetched in time')),
        REQUEST_LIMIT_MS,
      );
      loading.then(resolve, reject).finally(() => clearTimeout(timer));
    });
    attempt.catch((error: unknown) => {
      this.hasFailed = true;
      this.arriving ??= this.fetchUntilArrived().finally(() => (this.arriving = undefined));
      if (typeof error === 'object' && error !== null) arrivals.set(error, this.arriving);
    });
    return attempt;
  }

  private async fetchUntilArrived(): Promise<Arrival> {
    for (let pause = RETRY_MS.first; ; pause = Math.min(pause * 2, RETRY_MS.longest)) {
      await waitForNetworkOrPause(pause);
      if (this.loaded === undefined) await this.refetch();
      if (this.loaded !== undefined) return 'arrived';
      if (await isServerReached()) return 'gone';
    }
  }
}

/** React's `lazy` that retries: React remembers a failed import forever. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  const code = new Code(load);
  let loading: Promise<{ readonly default: ComponentType<Props> }> | undefined;
  let Part: ComponentType<Props> | undefined;
  return function LazyPart(props: Props): ReactNode {
    const current = code.fetch();
    if (current !== loading || !Part) {
      loading = current;
      Part = lazy(() => current);
    }
    return <Part {...props} />;
  };
}
