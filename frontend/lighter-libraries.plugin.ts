import type { Plugin } from 'vite';

/** Short replacements of library files: only what the app needs. */
const replacements: readonly (readonly [file: string, code: string])[] = [
  // The live connection uses WebSocket only: long polling and WebTransport are left out.
  [
    'engine.io-client/build/esm/transports/index.js',
    `import { WS } from './websocket.js';\nexport const transports = { websocket: WS };`,
  ],
  // Messages are JSON: the support of binary ones is left out.
  ['engine.io-parser/build/esm/contrib/base64-arraybuffer.js', 'export const decode = undefined;'],
  [
    'socket.io-parser/build/esm/is-binary.js',
    'export const isBinary = () => false, hasBinary = () => false;',
  ],
  [
    'socket.io-parser/build/esm/binary.js',
    'export const deconstructPacket = undefined, reconstructPacket = undefined;',
  ],
  // Lists load their pages themselves (lib/records): infinite queries are left out.
  [
    'query-core/build/modern/infiniteQueryBehavior.js',
    'export const infiniteQueryBehavior = undefined, hasNextPage = undefined, hasPreviousPage = undefined;',
  ],
  // ui/display/icon.tsx sets size, class and stroke, so icons need no context and no defaults.
  [
    'lucide-react/dist/esm/createLucideIcon.mjs',
    `import { createElement } from 'react';
const outline = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' };
export default ({ node }) => (props) => createElement('svg', { ...outline, ...props }, ...node.map(([tag, attributes]) => createElement(tag, attributes)));`,
  ],
];
const replacementOf = (id: string): string | undefined =>
  replacements.find(([file]) => id.replaceAll('\\', '/').endsWith(`/${file}`))?.[1];

/**
 * Marks the router's components as pure: unused forms, fetchers and prefetching are half of its
 * size. The app's routes have no loaders (app/router.tsx), so their state and errors are removed.
 */
const withPureComponents = (code: string): string =>
  code
    .replace('let dataRouterState = dataRouterOpts?.state;', 'const dataRouterState = undefined;')
    .replace('return dataRouterState && (', 'return false && (')
    .replace('let matches = dataRouterOpts && ', 'let matches = false && ')
    .replace(
      'return isDataRoute ? useNavigateStable() : useNavigateUnstable()',
      'return useNavigateUnstable()',
    )
    .replaceAll(/^\w+\.(displayName|contextType) = .*;$/gm, '')
    .replaceAll(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
    .replaceAll(/extends (React\d*\.Component) /g, 'extends (/* @__PURE__ */ (() => $1)()) ');

/** Removes the names of an icon and the random keys of its parts, which do not compress. */
const withDrawingOnly = (code: string): string =>
  code
    .replaceAll(/,\s*key: "\w+"/g, '')
    .replace(/name: "[\w-]+",\s*size: 24,/, '')
    .replace(/,\s*aliases: \[[^\]]*\]/, '')
    .replace(/^__iconData\.node;$/m, '');

/**
 * Removes the part of the code from `from` up to `to`.
 * @throws Error if a new version of the library has no such part
 */
function withoutPart(code: string, from: string, to: string): string {
  const begin = code.indexOf(from);
  const end = code.indexOf(to, begin);
  if (begin < 0 || end < 0) throw new Error(`A library has changed: no "${from}" in it`);
  return code.slice(0, begin) + code.slice(end);
}

/** Index of the printing formats in the table of a country. */
const FORMATS_INDEX = 4;
/** Removes the printing formats from the tables of phone numbers: half of their size. */
export function withoutFormats(code: string): string {
  const tables = JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1)) as Readonly<
    Record<string, Readonly<Record<string, unknown[]>>>
  >;
  for (const table of [
    ...Object.values(tables['countries'] ?? {}),
    ...Object.values(tables['nonGeographic'] ?? {}),
  ])
    table[FORMATS_INDEX] = 0;
  return `export default ${JSON.stringify(tables)}`;
}

/** Removes the conversion of schemas to JSON schema, which only the server needs. */
const withoutDescription = (code: string): string =>
  code
    .replaceAll(/^\s*inst\._zod\.processJSONSchema = .*;$/gm, '')
    .replace(
      /^import \{[^}]*\} from "\.\.\/core\/to-json-schema\.js";$/m,
      'const createStandardJSONSchemaMethod = () => undefined, createToJSONSchemaMethod = () => undefined;',
    );

/**
 * Removes library code that the app never calls, and that the bundler does not recognise as unused.
 */
export function lighterLibraries(): Plugin {
  return {
    name: 'fieldtrace:lighter-libraries',
    apply: 'build',
    transform: {
      filter: {
        id: /node_modules[\\/](engine\.io|@tanstack[\\/]query-core[\\/]build[\\/]modern[\\/]infinite|libphonenumber-js[\\/]metadata\.min\.json|zod[\\/]v4[\\/]classic[\\/]schemas|socket\.io-parser|lucide-react[\\/]dist[\\/]esm[\\/](icons|createL)|react-router[\\/]dist[\\/]production)/,
      },
      handler(code, id) {
        if (/[\\/]react-router[\\/]/.test(id)) return { code: withPureComponents(code), map: null };
        // the transport is a WebSocket from the start, so nothing is upgraded
        if (/[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]socket\.js$/.test(id))
          return {
            code: withoutPart(
              code,
              '    _probe(name)',
              '    /**\n     * Called when connection is',
            ),
            map: null,
          };
        if (/[\\/]icons[\\/]/.test(id)) return { code: withDrawingOnly(code), map: null };
        if (/[\\/]metadata\.min\.json\.js$/.test(id))
          return { code: withoutFormats(code), map: null };
        if (/[\\/]zod[\\/]/.test(id)) return { code: withoutDescription(code), map: null };
        const replacement = replacementOf(id);
        if (replacement !== undefined) return { code: replacement, map: null };
        return id.endsWith('polling-xhr.js') ? { code, map: null, moduleSideEffects: false } : null;
      },
    },
  };
}
