import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);

const SHEETS = [
  '@fontsource-variable/ibm-plex-sans/wght.css',
  '@fontsource/ibm-plex-sans-devanagari/devanagari-400.css',
  '@fontsource/ibm-plex-sans-devanagari/devanagari-600.css',
];
const DEVANAGARI = 'U+0900-097F,U+200C-200D,U+25CC,U+A8E0-A8FF';

/**
 * Style sheet of the app's fonts, for public pages, which load nothing else of the app. A browser
 * fetches the files that its text needs.
 */
export function publicFonts(): Plugin {
  return {
    name: 'fieldtrace:public-fonts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const faces = SHEETS.flatMap(
        (sheet) => readFileSync(resolve(sheet), 'utf8').match(/@font-face \{[^}]*\}/g) ?? [],
      );
      const builtFaces = faces.flatMap((face) => {
        const name = /files\/([\w-]+)\.woff2/.exec(face)?.[1] ?? '';
        const file = Object.keys(bundle).find(
          (path) => path.startsWith(`assets/${name}-`) && path.endsWith('.woff2'),
        );
        if (file === undefined) return [];
        const source = `src: url(/${file}) format('woff2');`;
        const range = face.includes('unicode-range') ? '' : `unicode-range: ${DEVANAGARI};`;
        return [face.replace(/src:[^;]*;/, `${source} ${range}`)];
      });
      if (builtFaces.length !== faces.length)
        this.error('A font of the public pages was not built.');
      this.emitFile({ type: 'asset', fileName: 'fonts.css', source: builtFaces.join('\n') });
    },
  };
}
