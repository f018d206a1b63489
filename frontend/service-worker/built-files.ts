/**
 * File of the build. `revision` is a hash of its content; files under `assets/` have their hash in
 * their names.
 */
export interface BuiltFile {
  readonly path: string;
  readonly revision?: string;
  /**
   * `core`: a rep's screens and menus, fetched while the worker installs. `part`: dialogs of these
   * screens, fetched during an update, but after a first installation, which is quicker without
   * them. `rest`: fetched afterwards, in order. `seldom`: stored when first needed.
   */
  readonly stage: 'core' | 'part' | 'rest' | 'seldom';
}

/**
 * Concurrent requests: enough to fill a slow line with a long round trip, few enough to leave room
 * for the screen.
 */
const MAX_CONCURRENT_FETCHES = { core: 6, part: 3, rest: 3 } as const;
/** Time for the largest file, 130 kB, at 1 kB a second. */
const FETCH_TIMEOUT_MS = 130_000;

const CACHES = { always: 'app-files', seldom: 'seldom' } as const;

/**
 * Files of one build, in caches that all builds share, so that an unchanged file is not fetched
 * again.
 */
export class BuiltFiles {
  private readonly byPath: ReadonlyMap<string, BuiltFile>;

  constructor(
    private readonly files: readonly BuiltFile[],
    private readonly origin: string,
    private readonly openCache: (name: string) => Promise<Cache>,
    private readonly fetchFile: (request: Request) => Promise<Response>,
  ) {
    this.byPath = new Map(files.map((file) => [file.path, file]));
  }

  find(path: string): BuiltFile | undefined {
    return this.byPath.get(path);
  }

  /**
   * Fetches the files of a stage that are not stored yet, in order. An interrupted fetch resumes.
   * @throws Error at the first file that cannot be fetched
   */
  async fetchStage(stage: keyof typeof MAX_CONCURRENT_FETCHES): Promise<void> {
    const filesOfStage = this.files.filter((file) => file.stage === stage).values();
    await Promise.all(
      Array.from({ length: MAX_CONCURRENT_FETCHES[stage] }, async () => {
        for (const file of filesOfStage) await this.store(file);
      }),
    );
  }

  /**
   * Stores files that the page loaded before the worker controlled it; the HTTP cache has them.
   */
  async storeLoaded(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const file = this.byPath.get(path);
      if (file) await this.store(file);
    }
  }

  /**
   * Answers with the stored file, else with that of the network, which is stored if there is room.
   * @throws Error if there is neither
   */
  async respond(file: BuiltFile): Promise<Response> {
    // a browser whose storage is broken or forbidden opens no cache
    const cache = await this.openCacheOf(file).catch(() => undefined);
    const stored = await cache?.match(this.keyOf(file)).catch(() => undefined);
    if (stored) return stored;
    const response = await this.fetchFile(this.requestOf(file));
    if (response.ok) await cache?.put(this.keyOf(file), response.clone()).catch(() => undefined);
    return response;
  }

  /** Deletes stored files that this build does not have. */
  async deleteObsolete(): Promise<void> {
    const keys = new Set(this.files.map((file) => this.keyOf(file)));
    for (const name of Object.values(CACHES)) {
      const cache = await this.openCache(name);
      for (const { url } of await cache.keys()) if (!keys.has(url)) await cache.delete(url);
    }
  }

  private openCacheOf({ stage }: BuiltFile): Promise<Cache> {
    return this.openCache(stage === 'seldom' ? CACHES.seldom : CACHES.always);
  }

  private async store(file: BuiltFile): Promise<void> {
    const cache = await this.openCacheOf(file);
    if (await cache.match(this.keyOf(file))) return;
    const response = await this.fetchFile(
      this.requestOf(file, AbortSignal.timeout(FETCH_TIMEOUT_MS)),
    );
    if (!response.ok) throw new Error(`${file.path}: ${response.status}`);
    await cache.put(this.keyOf(file), response);
  }

  private requestOf({ path, revision }: BuiltFile, signal?: AbortSignal): Request {
    // the HTTP cache may have an older file under a name without a hash
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
