/**
 * File of the build. `revision` is a hash of its content; files under `assets/` have one in their
 * names.
 */
export interface BuiltFile {
  readonly path: string;
  readonly revision?: string;
  /**
   * `core`: screens and the menus around them, fetched while the worker installs. `part`: dialogs
   * of these screens, fetched while an update installs, but after the first installation, which
   * opens the screens sooner without them. `rest`: fetched afterwards, in order. `seldom`: stored
   * when it is first needed.
   */
  readonly stage: 'core' | 'part' | 'rest' | 'seldom';
}

/**
 * Requests under way at once: enough to fill a slow line with a long round trip, few enough to
 * leave room for the screen.
 */
const MAX_CONCURRENT_FETCHES = { core: 6, part: 3, rest: 3 } as const;
/** The largest file, 130 kB, at 1 kB a second. */
const FETCH_LIMIT_MS = 130_000;

const CACHES = { always: 'app-files', seldom: 'seldom' } as const;

/**
 * The files of one build in caches that builds share: a file that did not change is not fetched
 * again.
 */
export class KeptFiles {
  private readonly byPath: ReadonlyMap<string, BuiltFile>;

  constructor(
    private readonly files: readonly BuiltFile[],
    private readonly origin: string,
    private readonly openCache: (name: string) => Promise<Cache>,
    private readonly fetchFile: (request: Request) => Promise<Response>,
  ) {
    this.byPath = new Map(files.map((file) => [file.path, file]));
  }

  /** The file of this build that a path names. */
  find(path: string): BuiltFile | undefined {
    return this.byPath.get(path);
  }

  /**
   * Fetches the files of a stage that are not stored yet, in order, so that a fetch that was cut
   * resumes.
   * @throws Error at the first file that cannot be fetched
   */
  async fetchStage(stage: keyof typeof MAX_CONCURRENT_FETCHES): Promise<void> {
    const missing = this.files.filter((file) => file.stage === stage).values();
    await Promise.all(
      Array.from({ length: MAX_CONCURRENT_FETCHES[stage] }, async () => {
        for (const file of missing) await this.store(file);
      }),
    );
  }

  /**
   * Stores seldom files that the page has loaded before the worker controlled it. The browser's own
   * cache still has them.
   */
  async storeLoaded(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const file = this.byPath.get(path);
      if (file) await this.store(file);
    }
  }

  /**
   * The stored file, else the network's, which is stored where there is room.
   * @throws Error if there is neither
   */
  async answer(file: BuiltFile): Promise<Response> {
    // a browser whose storage is broken or forbidden opens no cache
    const cache = await this.cacheOf(file).catch(() => undefined);
    const stored = await cache?.match(this.keyOf(file)).catch(() => undefined);
    if (stored) return stored;
    const response = await this.fetchFile(this.requestOf(file));
    if (response.ok) await cache?.put(this.keyOf(file), response.clone()).catch(() => undefined);
    return response;
  }

  /** Deletes what earlier builds have stored and this one does not have. */
  async deleteOthers(): Promise<void> {
    const keys = new Set(this.files.map((file) => this.keyOf(file)));
    for (const name of Object.values(CACHES)) {
      const cache = await this.openCache(name);
      for (const { url } of await cache.keys()) if (!keys.has(url)) await cache.delete(url);
    }
  }

  private cacheOf({ stage }: BuiltFile): Promise<Cache> {
    return this.openCache(stage === 'seldom' ? CACHES.seldom : CACHES.always);
  }

  private async store(file: BuiltFile): Promise<void> {
    const cache = await this.cacheOf(file);
    if (await cache.match(this.keyOf(file))) return;
    const response = await this.fetchFile(
      this.requestOf(file, AbortSignal.timeout(FETCH_LIMIT_MS)),
    );
    if (!response.ok) throw new Error(`${file.path}: ${response.status}`);
    await cache.put(this.keyOf(file), response);
  }

  private requestOf({ path, revision }: BuiltFile, signal?: AbortSignal): Request {
    // the browser's own cache may have an older file under a name without a hash
    return new Request(new URL(path, this.origin), {
      credentials: 'same-origin',
      signal,
      cache: revision === undefined ? 'default' : 'no-cache',
    });
  }

  private keyOf({ path, revision }: BuiltFile): string {
    const url = new URL(path, this.origin);
    if (revision !== undefined) url.searchParams.set('revision', revision);
    return url.href;
  }
}
