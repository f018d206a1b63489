import { t } from '@lingui/core/macro';
import { Fragment, type ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.js';
import { ChipGroup } from '../../ui/inputs/choice.js';
import { Combobox } from '../../ui/inputs/combobox.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import { Field } from '../../ui/inputs/field.js';
import type { ListFilter } from './list-filters.js';

interface FilterSheetProps {
  open: boolean;
  onClose: () => void;
  /** Count of listed records: `12 leads`. */
  count: string | undefined;
  filters: readonly ListFilter<string>[];
  valueOf: (name: string) => string;
  onValue: (name: string, value: string) => void;
  /** Undefined if nothing is filtered. */
  onReset: (() => void) | undefined;
}

export default function FilterSheet({
  open,
  onClose,
  count,
  filters,
  valueOf,
  onValue,
  onReset,
}: FilterSheetProps): ReactNode {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Filters`}
      footer={
        <>
          <Button kind="primary" size="lg" onClick={onClose}>
            {count === undefined ? t`Done` : t`Show ${count}`}
          </Button>
          {onReset && (
            <Button size="lg" onClick={onReset}>
              {t`Reset`}
            </Button>
          )}
        </>
      }
    >
      {filters.map((filter) => {
        if ('fields' in filter)
          return <Fragment key={filter.names.join()}>{filter.fields}</Fragment>;
        const { name, label, options, isSearchable } = filter;
        const value = valueOf(name);
        return isSearchable ? (
          <Field key={name} label={label}>
            <Combobox
              label={label}
              options={options}
              value={options.find((option) => option.value === value)}
              onValue={(option) => onValue(name, option.value)}
            />
          </Field>
        ) : (
          <ChipGroup
            key={name}
            label={label}
            name={`filter-${name}`}
            options={options}
            value={value}
            onValue={(chosen) => onValue(name, chosen)}
          />
        );
      })}
    </Dialog>
  );
}
