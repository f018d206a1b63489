import { t } from '@lingui/core/macro';
import { Bookmark, BookmarkX, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { asOneLine, isBlank } from '#domain/kernel/texts/text-folding.js';
import { useIsPhone } from '../../browser/media.js';
import { IconButton } from '../../ui/buttons/button.js';
import { useToday } from '../../ui/display/figures.js';
import { Field } from '../../ui/inputs/field.js';
import { Input } from '../../ui/inputs/input.js';
import { type DialogState, LazyMount } from '../../ui/loading/lazy-mount.js';
import { lazyPart } from '../../ui/loading/code.js';
import { LazyMenu } from '../../ui/overlays/lazy-menu.js';
import type { MenuEntry } from '../../ui/overlays/menu.js';
import { useIsPast } from '../records/past-day.js';
import {
  filtersToSave,
  isSameName,
  MAX_FILTERS_NAME,
  searchOfFilters,
  savedSearchOnDay,
  useSavedFilters,
} from './saved-filters.js';

const SubmitDialog = lazyPart(async () => ({
  default: (await import('../../ui/overlays/dialog.js')).SubmitDialog,
}));

/**
 * Menu of the list's saved filters: opens saved filters, saves the current ones, removes those in
 * use.
 */
export function SavedFiltersMenu(): ReactNode {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const { saved, isFull, save, remove } = useSavedFilters(pathname);
  const today = useToday();
  const [isNaming, setNaming] = useState(false);
  const isPast = useIsPast();
  const isPhone = useIsPhone();
  const search = searchOfFilters(params);
  const openFilters = saved.find((filters) => savedSearchOnDay(filters, today) === search);
  if (isPast || (saved.length === 0 && search === '')) return null;
  const entries: MenuEntry[] = [
    ...saved.map((filters) => ({
      kind: 'link' as const,
      label: filters.name,
      icon: Bookmark,
      to: `${pathname}?${savedSearchOnDay(filters, today)}`,
    })),
    ...(search !== '' && !openFilters
      ? [
          {
            label: isFull ? t`Remove saved filters to save others` : t`Save these filters`,
            icon: Plus,
            disabled: isFull,
            onSelect: () => setNaming(true),
          },
        ]
      : []),
    ...(openFilters
      ? [
          {
            label: t`Remove “${openFilters.name}”`,
            icon: BookmarkX,
            onSelect: () => remove(openFilters.name),
          },
        ]
      : []),
  ];
  return (
    <>
      <LazyMenu
        trigger={
          <IconButton
            icon={Bookmark}
            kind={openFilters ? 'soft' : isPhone ? 'plain' : 'ghost'}
            label={openFilters ? t`Saved filters, “${openFilters.name}” is open` : t`Saved filters`}
            className="max-md:min-h-12 max-md:w-12"
          />
        }
        entries={entries}
      />
      <LazyMount when={isNaming}>
        <NameFilters
          open={isNaming}
          onClose={() => setNaming(false)}
          names={saved.map(({ name }) => name)}
          onName={(name) => save({ name, ...filtersToSave(search, today) })}
        />
      </LazyMount>
    </>
  );
}

function NameFilters({
  open,
  onClose,
  names,
  onName,
}: DialogState & {
  /** Names in use. */
  names: readonly string[];
  onName: (name: string) => void;
}): ReactNode {
  const [name, setName] = useState('');
  const nameInOneLine = asOneLine(name);
  return (
    <SubmitDialog
      open={open}
      onClose={onClose}
      title={t`Save these filters`}
      description={t`Filters and order of this list, on this device. Days that end today move on.`}
      submitLabel={t`Save filters`}
      busy={false}
      disabled={isBlank(nameInOneLine)}
      onSubmit={() => {
        onName(nameInOneLine);
        setName('');
        onClose();
      }}
    >
      <Field
        label={t`Name of the filters`}
        hint={
          names.some((used) => isSameName(used, nameInOneLine)) &&
          t`This name is in use. Saving replaces its filters.`
        }
      >
        <Input
          value={name}
          maxLength={MAX_FILTERS_NAME}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
    </SubmitDialog>
  );
}
