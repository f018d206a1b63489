import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '../ui/choice.js';
import { Combobox } from '../ui/combobox.js';
import type { IconType } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';

export interface FilterMenuProps {
  icon: IconType;
  label: string;
  /** What the chip says. */
  words: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** They are searched. */
  many?: boolean | undefined;
  onValue: (value: string) => void;
}

/** One filter as a chip that opens a menu, or a list that is searched. It was pressed to be fetched, so it opens. */
export default function FilterMenu({ icon, label, words, value, options, many, onValue }: FilterMenuProps): ReactNode {
  const chip = (
    <Chip icon={icon} endIcon={ChevronDown}>
      {words}
    </Chip>
  );
  return many ? (
    <Combobox label={label} options={options} value={options.find((one) => one.value === value)} onValue={(one) => onValue(one.value)} chip={chip} />
  ) : (
    <Menu align="start" defaultOpen trigger={chip} entries={[{ kind: 'choice', label, value, options, onValue }]} />
  );
}
