import { fileURLToPath } from 'node:url';

const i18n = fileURLToPath(new URL('./src/words/i18n.ts', import.meta.url));
const trans = fileURLToPath(new URL('./src/words/trans.tsx', import.meta.url));

/**
 * Options of swc that turn Lingui's macros into calls of the app's own instance. JSX stays as it is
 * unless `react` says otherwise.
 */
export const withWords = (file, react = { runtime: 'preserve' }) => ({
  swcrc: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', tsx: file.endsWith('x') },
    transform: { react },
    experimental: {
      cacheRoot: fileURLToPath(new URL('../node_modules/.cache/swc', import.meta.url)),
      plugins: [
        [
          fileURLToPath(import.meta.resolve('@lingui/swc-plugin')),
          {
            descriptorFields: 'message',
            runtimeModules: { i18n: [i18n, 'i18n'], Trans: [trans, 'Trans'] },
          },
        ],
      ],
    },
  },
});
