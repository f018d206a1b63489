import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { lighterLibraries } from './lighter-libraries.plugin.ts';
import { publicFonts } from './public-fonts.plugin.ts';
import { isRepScreen, serviceWorker } from './service-worker.plugin.ts';
import { words } from './words.plugin.ts';

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Address of the backend while `vite` serves the sources. */
const backend = process.env['BACKEND_URL'] ?? 'http://127.0.0.1:3000';

/**
 * Preloads the two fonts of the first screen: Latin, and Latin extended, which has the ₹. Otherwise
 * the first figures would be drawn twice.
 */
function preloadFonts(): Plugin {
  return {
    name: 'fieldtrace:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }): HtmlTagDescriptor[] =>
        Object.keys(bundle ?? {})
          .filter((file) => /ibm-plex-sans-latin(-ext)?-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: '',
            },
            injectTo: 'head-prepend',
          })),
    },
  };
}

/**
 * States the order of the CSS layers in every file, because a screen's styles may load before the
 * app's.
 */
function layerOrder(): Plugin {
  const order = '@layer theme, base, components, utilities;';
  return {
    name: 'fieldtrace:layer-order',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = `${order}${String(file.source)}`;
      }
    },
  };
}

/**
 * Fails the build on chunks that import each other: one of them would read values that are not
 * initialized yet, and its screens would not open.
 */
function noCycles(): Plugin {
  return {
    name: 'fieldtrace:no-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const importsOf = (file: string): readonly string[] => {
        const chunk = bundle[file];
        return chunk?.type === 'chunk' ? chunk.imports : [];
      };
      const filesReachedFrom = (file: string, seen: Set<string>): Set<string> => {
        for (const next of importsOf(file))
          if (!seen.has(next)) filesReachedFrom(next, seen.add(next));
        return seen;
      };
      const cyclic = Object.keys(bundle).filter((file) =>
        filesReachedFrom(file, new Set()).has(file),
      );
      if (cyclic.length > 0)
        this.error(
          `These files need each other (see chunkGroups in vite.config.ts):\n${cyclic.join('\n')}`,
        );
    },
  };
}

/**
 * Hash of the schemas of all answers. A new version of the app uses stored answers only if they
 * have the same one.
 */
function computeViewsVersion(): string {
  const domain = resolvePath('../domain/src');
  const views = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.views.ts'),
  );
  const hash = createHash('sha256');
  for (const file of views.toSorted()) hash.update(readFileSync(join(domain, file)));
  return hash.digest('hex').slice(0, 12);
}

type InGraph = (id: string, graph: Rolldown.ChunkingContext) => boolean;

/**
 * Makes a function that returns whether a module, or one connected to it, satisfies `isWanted`.
 * Connected modules are those that it imports (`importedIds`) or that import it (`importers`),
 * directly or through others.
 */
function connectedTo(by: 'importers' | 'importedIds', isWanted: InGraph): InGraph {
  const results = new Map<string, boolean>();
  const isConnected: InGraph = (id, graph) => {
    if (!results.has(id)) {
      // set before the search, which ends at modules that import each other
      results.set(id, isWanted(id, graph));
      if (graph.getModuleInfo(id)?.[by].some((next) => isConnected(next, graph)))
        results.set(id, true);
    }
    return results.get(id) === true;
  };
  return isConnected;
}
const isOnFirstScreen = connectedTo('importers', (id) => id.endsWith('/dashboard.page.tsx'));
const isOnRepScreen = connectedTo('importers', isRepScreen);
const isOnGuestScreen = connectedTo('importers', (id) =>
  /\/accounts\/(login|signup|landing\/landing)\.page\.tsx$/.test(id),
);

const isDomain = (id: string): boolean => /domain[\\/]src[\\/]/.test(id);
const ruleLibraries = /node_modules[\\/](zod|libphonenumber-js|react-hook-form|@hookform)[\\/]/;
const ruleModules =
  /domain[\\/]src[\\/](kernel[\\/](refusal|equality|values[\\/](gst-number|quantities|day-rules))|catalogue[\\/]youtube)/;
const importsRuleLibrary = connectedTo('importedIds', (id) => ruleLibraries.test(id));
/**
 * Whether a module validates input: the libraries above, and parts of the domain that use them or
 * are large.
 */
const isRule: InGraph = (id, graph) =>
  ruleLibraries.test(id) || ruleModules.test(id) || (isDomain(id) && importsRuleLibrary(id, graph));
const isImportedByRules = connectedTo('importers', isRule);

const initial: ['$initial'] = ['$initial'];
/**
 * Chunks by priority. Each costs a request, so small modules are joined with others that the same
 * screens need. Validation rules and overlays are apart: they are large and few screens use them.
 */
const chunkGroups = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler)[\\/]/,
    tags: initial,
    priority: 4,
  },
  { name: 'app', tags: initial, priority: 3 },
  // Rules read these lists while their module is initialized. In a chunk that imports the rules,
  // the lists would not be initialized yet.
  {
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      isDomain(id) &&
      !isOnFirstScreen(id, graph) &&
      !isRule(id, graph) &&
      isImportedByRules(id, graph)
        ? 'values'
        : null,
    priority: 3,
    includeDependenciesRecursively: false,
  },
  {
    name: (id: string, graph: Rolldown.ChunkingContext) => (isRule(id, graph) ? 'rules' : null),
    priority: 2.4,
    includeDependenciesRecursively: false,
  },
  {
    name: 'overlays',
    // includes our components that import these libraries. Joined with other small modules, they
    // would load the libraries on every screen that uses one of those modules.
    test: /node_modules[\\/](@base-ui|@floating-ui|use-sync-external-store)[\\/]|src[\\/]ui[\\/]\w+[\\/](combobox|dialog|menu|popover|switch|tabs)\.tsx/,
    minShareCount: 2,
    entriesAware: true,
    priority: 2.4,
  },
  {
    name: 'icons',
    test: /node_modules[\\/]lucide-react[\\/].*[\\/]icons[\\/]/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 2_000,
    priority: 2.6,
  },
  {
    // Code that the first screen shares with other screens.
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      isOnFirstScreen(id, graph) ? 'first' : null,
    test: /src[\\/]/,
    minShareCount: 2,
    priority: 2.5,
  },
  {
    // Screens that a rep needs on site are one file, which the service worker fetches before all
    // others.
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      isOnRepScreen(id, graph) && !isOnFirstScreen(id, graph) && !isOnGuestScreen(id, graph)
        ? 'rep'
        : null,
    test: /frontend[\\/]src[\\/]/,
    priority: 2.2,
  },
  {
    // Code that screens of the same feature share. Merged into the common file, it would bring its
    // forms along.
    name: (id: string) => /src[\\/](\w+)/.exec(id.slice(id.indexOf('frontend')))?.[1] ?? null,
    test: /frontend[\\/]src[\\/](?!kit|ui|lib|browser|words|app|accounts[\\/]landing)\w+[\\/]/,
    minShareCount: 2,
    entriesAware: true,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    // service-worker.plugin.ts finds this chunk by its name, and stores it when first needed.
    name: 'charts',
    test: /node_modules[\\/]recharts[\\/]/,
    priority: 1.5,
  },
  {
    name: 'shared',
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 1_000,
    priority: 1,
  },
];

export default defineConfig(({ mode }) => ({
  root: resolvePath('.'),
  // `source` resolves the domain to its sources, never to an old `dist`
  define: { viewsVersion: JSON.stringify(computeViewsVersion()) },
  resolve: {
    conditions: [
      'source',
      'module',
      'browser',
      mode === 'production' ? 'production' : 'development',
    ],
    // build of the package without warnings, which its `exports` do not offer
    alias:
      mode === 'production'
        ? [
            {
              find: /^react-router$/,
              replacement: resolvePath('../node_modules/react-router/dist/production/index.mjs'),
            },
          ]
        : [],
  },
  plugins: [
    words(),
    react(),
    tailwindcss(),
    layerOrder(),
    preloadFonts(),
    publicFonts(),
    lighterLibraries(),
    noCycles(),
    serviceWorker(resolvePath('service-worker/service-worker.ts'), resolvePath('public')),
  ],
  build: {
    outDir: resolvePath('../dist/frontend'),
    emptyOutDir: true,
    // a data: URL would need an entry in the content security policy
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // the entry chunk lists all file names, so the long names of shared chunks are left out
        chunkFileNames: ({ name }) =>
          name.includes('~') ? 'assets/[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/socket.io', '/audit/log', '/dev/inbox', '/dev/inbox.json'].map((path) => [
        path,
        { target: backend, ws: path === '/socket.io' },
      ]),
    ),
  },
}));
