import { msg, t } from '@lingui/core/macro';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/button.js';
import { useTheme, type Theme } from '../ui/theme.js';
import { i18n, type Names } from '../words/i18n.js';

export const themeNames: Names<Theme> = { system: msg`System`, light: msg`Light`, dark: msg`Dark` };
const icons = { system: Monitor, light: Sun, dark: Moon };
const themes = ['system', 'light', 'dark'] as const;

/** Goes round: the system's theme, light, dark. */
export function ThemeButton(): ReactNode {
  const { theme, choose } = useTheme();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  const [name, nextName] = [i18n._(themeNames[theme]), i18n._(themeNames[next])];
  return (
    <IconButton
      label={t`Theme: ${name}. Change to ${nextName}`}
      title={t`Theme: ${name}`}
      icon={icons[theme]}
      className="min-h-tap w-tap lg:min-h-8 lg:w-8"
      onClick={() => choose(next)}
    />
  );
}
