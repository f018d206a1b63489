import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin, Rolldown } from 'vite';
import type { BuiltFile } from './service-worker/built-files.js';

/** Screens that a rep needs on site, in the order in which they are fetched. */
const repScreens = [
  'dashboard/dashboard.page.tsx',
  'leads/list/leads.page.tsx',
  'leads/forms/lead-new.page.tsx',
  'leads/detail/lead.page.tsx',
  'visits/record-visit.page.tsx',
  'bills/bill-form.page.tsx',
  // the app opens this screen after a bill is submitted
  'bills/bills.page.tsx',
];
export const isRepScreen = (id: string): boolean =>
  repScreens.some((screen) => id.endsWith(`/frontend/src/${screen}`));

/**
 * Files that are stored when first needed: charts, screens before sign-in and without an
 * organization, Hindi, fonts of other alphabets.
 */
const SELDOM =
  /devanagari|cyrillic|greek|vietnamese|\/hi-IN-|\/charts-|\/landing|\/(create|join)-organization|\.woff$/;
const FIRST_FONTS = /ibm-plex-sans-latin(-ext)?-wght-normal.*\.woff2$/;
const SCREEN = /\.page-[\w-]+\.js$/;
/** Files not needed on site: other screens, the map of visits, push messages, first steps. */
const NO_PART = new RegExp(`${SCREEN.source}|/site-map-|/push-|/set-up-`);
/**
 * Lazy parts that a rep's screens need to work: menus, the list of unsent commands, the running
 * visit, the question about its outcome, the calendar.
 */
const NEEDED_PART = /\/(menu|menu-drawer|outbox-chip|running-visit|outcome-sheet|calendar)-/;
const UNSTORED = /\.(br|gz|map)$/;

/** Files of the build in the order in which the worker fetches them. */
function inFetchOrder(
  bundle: Rolldown.OutputBundle,
  publicFiles: readonly string[],
): readonly (Pick<BuiltFile, 'stage'> & { file: string })[] {
  const order = new Set<string>();
  const chunkOf = (file: string): Rolldown.OutputChunk | undefined =>
    bundle[file]?.type === 'chunk' ? bundle[file] : undefined;
  const addWithImports = (file: string): void => {
    if (order.has(file) || !bundle[file]) return;
    order.add(file);
    const chunk = chunkOf(file);
    if (!chunk) return;
    for (const style of chunk.viteMetadata?.importedCss ?? []) addWithImports(style);
    chunk.imports.forEach(addWithImports);
  };
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.filter(({ isEntry }) => isEntry);
  const screens = repScreens.map((screen) => {
    // a screen that shares its file with others also has a facade chunk, which its route imports
    const chunk = chunks.find(({ facadeModuleId }) =>
      facadeModuleId?.endsWith(`/frontend/src/${screen}`),
    );
    if (!chunk)
      throw new Error(`${screen}: no such screen in the build (see service-worker.plugin.ts)`);
    return chunk;
  });
  order.add('index.html');
  for (const file of publicFiles) if (file.endsWith('theme.js')) order.add(file);
  for (const { fileName } of [...entry, ...screens]) addWithImports(fileName);
  for (const file of Object.keys(bundle)) if (FIRST_FONTS.test(file)) addWithImports(file);
  const dynamicParts = Array.from(order)
    .flatMap((file) => chunkOf(file)?.dynamicImports ?? [])
    .filter((part) => !NO_PART.test(part) && !SELDOM.test(part));
  dynamicParts.filter((part) => NEEDED_PART.test(part)).forEach(addWithImports);
  const core = new Set(order);
  // dialogs and sheets of these screens, which a page loads when they open
  dynamicParts.forEach(addWithImports);
  const coreAndParts = new Set(order);
  for (const { fileName } of chunks) if (SCREEN.test(fileName)) addWithImports(fileName);
  for (const file of [...publicFiles, ...Object.keys(bundle)]) order.add(file);
  const stageOf = (file: string): BuiltFile['stage'] => {
    if (core.has(file)) return 'core';
    if (coreAndParts.has(file)) return 'part';
    return SELDOM.test(file) ? 'seldom' : 'rest';
  };
  return [...order]
    .filter((file) => !UNSTORED.test(file))
    .map((file) => ({ file, stage: stageOf(file) }));
}

/** Writes `sw.js`: the worker with the list of the build's files. */
export function serviceWorker(source: string, publicDir: string): Plugin {
  const revisionOf = (content: string | Uint8Array): string =>
    createHash('sha256').update(content).digest('hex').slice(0, 12);
  return {
    name: 'fieldtrace:service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const publicFiles = readdirSync(publicDir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) =>
            join(entry.parentPath, entry.name)
              .slice(publicDir.length)
              .replaceAll('\\', '/')
              .replace(/^\//, ''),
          );
        const readContent = (file: string): string | Uint8Array => {
          const builtFile = bundle[file];
          if (!builtFile) return readFileSync(join(publicDir, file));
          return builtFile.type === 'asset' ? builtFile.source : builtFile.code;
        };
        const files: BuiltFile[] = inFetchOrder(bundle, publicFiles).map(({ file, stage }) => ({
          path: `/${file}`,
          stage,
          ...(!file.startsWith('assets/') && { revision: revisionOf(readContent(file)) }),
        }));
        const worker = await rolldown({
          input: source,
          transform: { define: { BUILT_FILES: JSON.stringify(files) } },
        });
        const { output } = await worker.generate({ format: 'iife', minify: true });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: output[0].code });
      },
    },
  };
}
