/**
 * Writes the modules of one tab to the standard output, as one function body that sets `exports`.
 */
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const stubs = {
  '@lingui/core/macro': 'export const t = String.raw, msg = String.raw; export const plural = () => "";',
  '@lingui/react/macro': 'export const Trans = () => null, Plural = Trans;',
  'socket.io-client': 'export const io = () => connectSocket();',
  './hi-IN.js': '',
};
const bundle = await rolldown({
  input: fileURLToPath(new URL('./tab-entry.ts', import.meta.url)),
  logLevel: 'silent',
  resolve: { conditionNames: ['source', 'browser', 'import', 'default'], extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  transform: { define: { 'import.meta.env': '{}', 'process.env.NODE_ENV': '"production"' }, jsx: { runtime: 'automatic' } },
  plugins: [
    {
      name: 'stubs',
      resolveId: (id) => (id in stubs ? `\0${id}` : null),
      load: (id) => stubs[id.slice(1)] ?? null,
    },
  ],
});
const { output } = await bundle.generate({ format: 'cjs', exports: 'named', codeSplitting: false });
process.stdout.write(output[0].code);
await bundle.close();
