import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Size limit of the page, which is sent by mail. */
const MAX_BYTES = 60_000;
const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Leaves out tokens that nothing uses. */
function withoutUnusedTokens(style: string): string {
  const shorter = style
    .replaceAll(/\/\*!.*?\*\/\s*/gs, '')
    .replaceAll(/(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (declaration, name: string) =>
      style.includes(`var(${name}`) ? declaration : '',
    );
  return shorter === style ? style : withoutUnusedTokens(shorter);
}

/**
 * Inlines script and style, and lets the content security policy allow only these: the page makes
 * no request.
 */
function onePage(): Plugin {
  return {
    name: 'fieldtrace:one-page',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const script = files.find((file) => file.type === 'chunk')?.code.trim() ?? '';
      const styleFile = files.find(({ fileName }) => fileName.endsWith('.css'));
      const style =
        styleFile?.type === 'asset' ? withoutUnusedTokens(String(styleFile.source).trim()) : '';
      const page = bundle['index.html'];
      if (page?.type !== 'asset' || script.includes('</script') || style.includes('</style'))
        return this.error('The page cannot be put together');
      const policy = `default-src 'none'; img-src data:; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
      const html = String(page.source)
        .replaceAll(/\s*<(?:script|link)\b[^>]*\bcrossorigin\b[^>]*>(?:<\/script>)?/g, '')
        .replace(
          /<meta charset="utf-8" \/>/,
          (charset) =>
            `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        )
        .replaceAll(/>\s+</g, '><')
        .replace('</head>', () => `<style>${style}</style></head>`)
        .replace('</body>', () => `<script>${script}</script></body>`);
      const bytes = Buffer.byteLength(html);
      if (bytes > MAX_BYTES) this.error(`The page has ${bytes} bytes, more than ${MAX_BYTES}`);
      for (const { fileName } of files) delete bundle[fileName];
      this.emitFile({ type: 'asset', fileName: 'verify.html', source: html });
    },
  };
}

export default defineConfig({
  root: resolvePath('.'),
  publicDir: false,
  resolve: { conditions: ['source', 'module', 'browser', 'production'] },
  plugins: [tailwindcss(), onePage()],
  build: {
    outDir: resolvePath('../../dist/verifier'),
    emptyOutDir: true,
    cssCodeSplit: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { format: 'iife' } },
  },
});
