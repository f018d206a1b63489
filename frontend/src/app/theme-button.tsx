import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/button.js';
import type { Option } from '../ui/choice.js';
import { useTheme, type Theme } from '../ui/theme.js';

export const themes: readonly (Option<Theme> & { icon: typeof Sun })[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

/** Goes round: the system's theme, light, dark. */
export function ThemeButton(): ReactNode {
  const { theme, choose } = useTheme();
  const at = themes.findIndex((one) => one.value === theme);
  const chosen = themes[at];
  const next = themes[(at + 1) % themes.length];
  if (!chosen || !next) return null;
  return (
    <IconButton
      label={`Theme: ${chosen.label}. Change to ${next.label}`}
      title={`Theme: ${chosen.label}`}
      icon={chosen.icon}
      onClick={() => choose(next.value)}
    />
  );
}
