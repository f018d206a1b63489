import { t } from '@lingui/core/macro';
import { ChevronDown, ListFilter } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { IconButton } from '../ui/button.js';
import { Chip } from '../ui/choice.js';
import { SearchField } from '../ui/input.js';
import type { FilterMenuProps } from './filter-menu.js';

// a list itself does not need it
const FilterMenu = lazy(() => import('./filter-menu.js'));

/** How long typing pauses before it is searched, in milliseconds. */
const pause = 250;

/** A filter whose menu is fetched when it is first pressed. */
export function MenuChip(props: FilterMenuProps): ReactNode {
  const [pressed, setPressed] = useState(false);
  const chip = (
    <Chip icon={props.icon} endIcon={ChevronDown} aria-haspopup="menu" onClick={() => setPressed(true)}>
      {props.words}
    </Chip>
  );
  return pressed ? (
    <Suspense fallback={chip}>
      <FilterMenu {...props} />
    </Suspense>
  ) : (
    chip
  );
}

interface FilterButtonProps {
  /** What the sheet asks for. */
  label: string;
  /** Whether anything of that is asked for now. */
  filtered: boolean;
  onOpen: () => void;
}

/** Opens the sheet in which a list's filters wait on the phone. */
export function FilterButton({ label, filtered, onOpen }: FilterButtonProps): ReactNode {
  return (
    <IconButton
      label={filtered ? t`${label}, filtered` : label}
      icon={ListFilter}
      kind={filtered ? 'soft' : 'plain'}
      className="list-filter md:hidden"
      onClick={onOpen}
    />
  );
}

interface SearchProps {
  q: string;
  onSearch: (q: string) => void;
  label: string;
  placeholder: string;
}

/** What is typed shows at once; it is searched when typing pauses. */
export function Search({ q, onSearch, label, placeholder }: SearchProps): ReactNode {
  const [text, setText] = useState(q);
  // a space at the end of what is typed is asked for with the next word
  useEffect(() => setText((typed) => (typed.trim() === q.trim() ? typed : q)), [q]);
  useEffect(() => {
    if (text.trim() === q.trim()) return undefined;
    const timer = setTimeout(() => onSearch(text), text === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, q, onSearch]);
  return <SearchField label={label} placeholder={placeholder} value={text} onValue={setText} maxLength={120} shortcut="/" />;
}
