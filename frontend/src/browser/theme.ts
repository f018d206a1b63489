import { create } from 'zustand';
import { storeText, readStoredText } from './stored-text.js';

export type Theme = 'system' | 'light' | 'dark';

/** Storage key, also read by /theme.js before the first paint. */
const STORAGE_KEY = 'fieldtrace.theme';

function readTheme(): Theme {
  const chosen = readStoredText(STORAGE_KEY);
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');

function applyTheme(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && systemDark.matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', isDark ? '#0b1011' : '#f5f4f1');
}

/** Theme; follows the system until one is chosen. */
export const useTheme = create<{ theme: Theme; choose: (theme: Theme) => void }>((set) => ({
  theme: readTheme(),
  choose: (theme) => {
    storeText(STORAGE_KEY, theme === 'system' ? undefined : theme);
    applyTheme(theme);
    set({ theme });
  },
}));

systemDark.addEventListener('change', () => applyTheme(useTheme.getState().theme));
