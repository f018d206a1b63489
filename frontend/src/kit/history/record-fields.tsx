import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { HistoryKind } from '#domain/history/history.values.js';
import { classes } from '../../ui/classes.js';
import { labelOf, shownFields } from './field-labels.js';
import { FieldValue, statusFields } from './field-value.js';
import { roveFocus, tabStopAttributes } from './rove-focus.js';

interface RecordFieldsProps {
  kind: HistoryKind;
  record: object;
  recordName: string;
  /** Fields that the shown event changed. */
  changed: ReadonlySet<string>;
  /** Opens the event that set a field. */
  onBlame: (field: string) => void;
}

/** Fields with photos, which are buttons themselves. */
const pictures: ReadonlySet<string> = new Set(['photos', 'imageFileIds', 'imageFileId']);

/** Every field of a record. Pressing one opens the event that set its value. */
export function RecordFields({
  kind,
  record,
  recordName,
  changed,
  onBlame,
}: RecordFieldsProps): ReactNode {
  return (
    <dl
      className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-3 text-label"
      onKeyDown={roveFocus}
    >
      {shownFields(record).map((field, index) => {
        const label = labelOf(kind, field);
        const value = (
          <FieldValue
            kind={kind}
            field={field}
            value={(record as Readonly<Record<string, unknown>>)[field]}
            recordName={recordName}
          />
        );
        return (
          <div key={field} className="col-span-2 grid grid-cols-subgrid items-start">
            <dt
              className={classes(
                'min-w-26 py-1.25',
                changed.has(field) ? 'font-medium text-accent-ink' : 'text-ink-3',
              )}
            >
              {label}
            </dt>
            <dd className="-ml-1.5 min-w-0">
              {pictures.has(field) || field === 'logoFileId' ? (
                <span className="block px-1.5 py-1.25">{value}</span>
              ) : (
                <button
                  {...tabStopAttributes(index === 0)}
                  type="button"
                  title={t`Show the event that set this`}
                  className={classes(
                    'min-h-8 max-w-full rounded-badge px-1.5 py-1.25 text-left hover:bg-hover',
                    // a badge has a fill of its own
                    changed.has(field) &&
                      !statusFields.has(field) &&
                      'bg-accent-soft font-medium text-accent-soft-ink',
                  )}
                  onClick={() => onBlame(field)}
                >
                  {value}
                </button>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
