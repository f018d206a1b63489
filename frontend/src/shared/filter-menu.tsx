import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '../ui/choice.js';
import type { IconType } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';

export interface FilterMenuProps {
  icon: IconType;
  label: string;
  /** What the chip says. */
  words: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onValue: (value: string) => void;
}

/** One filter as a chip that opens a menu. It was pressed to be fetched, so it opens. */
export default function FilterMenu({ icon, label, words, value, options, onValue }: FilterMenuProps): ReactNode {
  return (
    <Menu
      align="start"
      defaultOpen
      trigger={
        <Chip icon={icon} endIcon={ChevronDown}>
          {words}
        </Chip>
      }
      entries={[{ kind: 'choice', label, value, options, onValue }]}
    />
  );
}
