import { type ComponentType, lazy, type ReactNode } from 'react';

/**
 * The first attempt after a failure, and the longest pause between later ones, unless the browser
 * says that the network is back.
 */
const RETRY_MS = { first: 3_000, longest: 30_000 };
/** Longer than a slow line takes for a screen: a network that never answers counts as none. */
const PATIENCE_MS = 15_000;
const PROBE_MS = 5_000;

/** `gone`: the server answers, and does not have it any more, or the browser does not ask again. */
export type Arrival = 'arrived' | 'gone';
const arrivals = new WeakMap<object, Promise<Arrival>>();

/** Resolves once code that failed to load has arrived; undefined for any other error. */
export const arrivalOf = (error: unknown): Promise<Arrival> | undefined =>
  typeof error === 'object' && error !== null ? arrivals.get(error) : undefined;

/** Whether the server answers. The service worker never does for it. */
export async function isServerReached(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }))
      .ok;
  } catch {
    return false;
  }
}

/** Waits until the network is back, or for this long. */
const networkOrPause = (pause: number): Promise<void> =>
  new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      done();
    };
    const timer = setTimeout(end, pause);
    addEventListener('online', end);
  });

/**
 * Code that is fetched once, when it is first needed, and again in the background where it could
 * not be fetched.
 */
export class Code<Loaded> {
  /** The loaded module. */
  loaded: Loaded | undefined;
  private loading: Promise<Loaded> | undefined;
  private hasFailed = false;
  private arriving: Promise<Arrival> | undefined;

  constructor(private readonly load: () => Promise<Loaded>) {}

  /** Promise shared by all who ask, which rejects with an error that has an `arrivalOf`. */
  fetch(): Promise<Loaded> {
    this.loading ??= this.attempt();
    return this.loading;
  }

  /** Fetches it again where that has failed. Resolves when it is there, or has failed. */
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
        PATIENCE_MS,
      );
      loading.then(resolve, reject).finally(() => clearTimeout(timer));
    });
    attempt.catch((error: unknown) => {
      this.hasFailed = true;
      this.arriving ??= this.arrive().finally(() => (this.arriving = undefined));
      if (typeof error === 'object' && error !== null) arrivals.set(error, this.arriving);
    });
    return attempt;
  }

  private async arrive(): Promise<Arrival> {
    for (let pause = RETRY_MS.first; ; pause = Math.min(pause * 2, RETRY_MS.longest)) {
      await networkOrPause(pause);
      if (this.loaded === undefined) await this.refetch();
      if (this.loaded !== undefined) return 'arrived';
      if (await isServerReached()) return 'gone';
    }
  }
}

/**
 * Like React's `lazy`, which remembers a failure for ever: a part that could not be fetched is
 * fetched again.
 */
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
