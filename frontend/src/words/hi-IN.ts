import regular from '@fontsource/ibm-plex-sans-devanagari/files/ibm-plex-sans-devanagari-devanagari-400-normal.woff2?url';
import medium from '@fontsource/ibm-plex-sans-devanagari/files/ibm-plex-sans-devanagari-devanagari-500-normal.woff2?url';
import strong from '@fontsource/ibm-plex-sans-devanagari/files/ibm-plex-sans-devanagari-devanagari-600-normal.woff2?url';

export { default as messages } from './hi-IN.json';
/** Fonts of Devanagari, stored for offline use. */
export const fonts = [regular, medium, strong];
