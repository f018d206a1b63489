import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chip } from '../ui/choice.js';
import { Combobox } from '../ui/combobox.js';
import { Menu } from '../ui/menu.js';
import type { Choice } from './list-filters.js';

export interface FilterMenuProps extends Pick<Choice<string>, 'icon' | 'label' | 'options' | 'many'> {
  /** What the chip says. */
  words: string;
  value: string;
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
