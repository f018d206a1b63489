import { beforeEach, expect, test } from '@jest/globals';
import { type BuiltFile, BuiltFiles } from './built-files.js';

const origin = 'http://app.test';
let caches: Map<string, Map<string, Response>>;
let requestedPaths: string[];
let isUnreachable: (path: string) => boolean;

/** `Cache` with the methods that the worker uses. */
const openCache = async (name: string): Promise<Cache> => {
  const entries = caches.get(name) ?? new Map<string, Response>();
  caches.set(name, entries);
  return {
    match: async (key: string) => entries.get(key)?.clone(),
    put: async (key: string, response: Response) => void entries.set(key, response),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    delete: async (key: string) => entries.delete(key),
  } as unknown as Cache;
};
const fetchFile = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  if (isUnreachable(pathname)) throw new TypeError('Failed to fetch');
  requestedPaths.push(pathname);
  return new Response(pathname);
};
const builtFiles = (files: readonly BuiltFile[]): BuiltFiles =>
  new BuiltFiles(files, origin, openCache, fetchFile);

const core = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name): BuiltFile => ({
  path: `/assets/${name}.js`,
  stage: 'core',
}));
const build: BuiltFile[] = [
  { path: '/index.html', revision: '1', stage: 'core' },
  ...core,
  { path: '/assets/dialog.js', stage: 'part' },
  { path: '/assets/team.js', stage: 'rest' },
  { path: '/assets/hi-IN.js', stage: 'seldom' },
];

beforeEach(() => {
  caches = new Map();
  requestedPaths = [];
  isUnreachable = () => false;
});

test('fetches the core in order and leaves other files for later', async () => {
  await builtFiles(build).fetchStage('core');
  expect(requestedPaths).toEqual(['/index.html', ...core.map(({ path }) => path)]);
});

test('fetches the dialogs of screens as a stage of its own', async () => {
  await builtFiles(build).fetchStage('part');
  expect(requestedPaths).toEqual(['/assets/dialog.js']);
});

test('resumes an interrupted fetch without fetching stored files again', async () => {
  isUnreachable = (path) => path >= '/assets/e.js' && path.startsWith('/assets');
  await expect(builtFiles(build).fetchStage('core')).rejects.toThrow('Failed to fetch');
  expect(requestedPaths).toEqual(['/index.html', ...core.slice(0, 4).map(({ path }) => path)]);
  requestedPaths = [];
  isUnreachable = () => false;
  // A second worker, as a browser starts one for the next installation.
  await builtFiles(build).fetchStage('core');
  expect(requestedPaths).toEqual(core.slice(4).map(({ path }) => path));
});

test('answers stored files without the network, and fetches others once', async () => {
  const files = builtFiles(build);
  await files.fetchStage('core');
  isUnreachable = (path) => !path.includes('hi-IN');
  expect(await (await files.respond(files.find('/index.html')!)).text()).toBe('/index.html');
  requestedPaths = [];
  for (let times = 0; times < 2; times++)
    expect(await (await files.respond(files.find('/assets/hi-IN.js')!)).text()).toBe(
      '/assets/hi-IN.js',
    );
  expect(requestedPaths).toEqual(['/assets/hi-IN.js']);
  await expect(files.respond(files.find('/assets/team.js')!)).rejects.toThrow('Failed to fetch');
});

test('answers from the network if the device is full', async () => {
  const files = new BuiltFiles(
    build,
    origin,
    async () =>
      ({
        match: async () => undefined,
        put: async () => Promise.reject(new Error('QuotaExceededError')),
      }) as unknown as Cache,
    fetchFile,
  );
  expect(await (await files.respond(files.find('/assets/team.js')!)).text()).toBe(
    '/assets/team.js',
  );
  await expect(files.fetchStage('rest')).rejects.toThrow('QuotaExceededError');
});

test('stores rarely used files that a page has loaded, and no other address', async () => {
  const files = builtFiles(build);
  await files.storeLoaded(['/assets/hi-IN.js', '/api/leads']);
  expect([...caches.get('seldom')!.keys()]).toEqual([`${origin}/assets/hi-IN.js`]);
});

test('fetches what a new build changed, and deletes obsolete files once it is active', async () => {
  await builtFiles(build).fetchStage('core');
  requestedPaths = [];
  const nextBuild = builtFiles([
    { path: '/index.html', revision: '2', stage: 'core' },
    ...core.slice(1),
    { path: '/assets/a2.js', stage: 'core' },
  ]);
  await nextBuild.fetchStage('core');
  expect(requestedPaths).toEqual(['/index.html', '/assets/a2.js']);
  await nextBuild.deleteObsolete();
  const paths = [...caches.get('app-files')!.keys()];
  expect(paths).not.toContain(`${origin}/assets/a.js`);
  expect(paths).toContain(`${origin}/index.html?revision=2`);
  expect(paths).not.toContain(`${origin}/index.html?revision=1`);
});

test('answers from the network if the browser’s cache cannot be opened or read', async () => {
  const openBrokenCache = async (): Promise<never> => {
    throw new DOMException('Unexpected internal error', 'UnknownError');
  };
  const openUnreadableCache = async (name: string): Promise<Cache> => ({
    ...(await openCache(name)),
    match: openBrokenCache,
  });
  for (const open of [openBrokenCache, openUnreadableCache]) {
    const files = new BuiltFiles(build, origin, open, fetchFile);
    expect(await (await files.respond(build[0]!)).text()).toBe('/index.html');
  }
});
