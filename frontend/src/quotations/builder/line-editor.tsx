import { t } from '@lingui/core/macro';
import { ChevronDown, ChevronUp, GripVertical, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Button, IconButton } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { Badge } from '../../ui/display/badge.js';
import { Money } from '../../ui/display/figures.js';
import { exactPercent } from '../../ui/display/format.js';
import { InlineList } from '../../ui/layout/surface.js';
import { translated } from '../../words/i18n.js';
import { memoized } from '../../words/language.js';
import { LineFields } from './line-fields.js';
import type { LineActions, LineEditorProps } from './line-props.js';
import { changesOf, discountRangeOf, type LineChange } from './present-products.js';
import { lineErrors, type TypedLine, withMore } from './typed-lines.js';
import { Thumb } from '../thumb.js';
import { shortUnitName, unitName } from '../units.js';

/** Line of a quotation with its amount: a card on a phone, a row of a table on a wide screen. */
export const LineEditor = memoized(function LineEditor(props: LineEditorProps): ReactNode {
  const { line, number, currentProduct, isAdmin, isTaxed, today, showsErrors, isPhone, actions } =
    props;
  const { lineId } = line;
  const [isOpen, setOpen] = useState(line.name === '');
  const [isLeft, setLeft] = useState(line.name !== '');
  const id = useId();
  const range = discountRangeOf(currentProduct);
  const enforcedRange = isAdmin ? undefined : range;
  const errors = lineErrors(line, { isTaxed, today, range: enforcedRange });
  const shown = showsErrors || isLeft ? errors : {};
  const changes = changesOf(line, currentProduct, enforcedRange);
  const name = line.name || t`Line ${number}`;
  const parts = { ...props, name, isOpen, detailsId: id, onToggle: () => setOpen(!isOpen) };
  const firstError = Object.values(shown)[0];
  const moveByKey = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    actions.moveBy(lineId, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li
      data-key={lineId}
      className={isPhone ? 'card' : 'not-first:border-t not-first:border-line'}
      onBlur={() => setLeft(true)}
      onKeyDown={moveByKey}
    >
      {isPhone ? <Card {...parts} /> : <TableRow {...parts} errors={shown} />}
      {!isOpen && firstError && (
        <p className="meta px-4 pb-3 font-medium text-danger-ink" role="alert">
          {translated(firstError)}
        </p>
      )}
      {changes.map((change) => (
        <ChangeNote key={change.text} line={line} change={change} name={name} actions={actions} />
      ))}
      {isOpen && (
        <div id={id} className="card-b stack gap-3 pt-1">
          <LineFields {...props} errors={shown} range={range} name={name} />
        </div>
      )}
    </li>
  );
});

interface PartProps extends LineEditorProps {
  name: string;
  isOpen: boolean;
  detailsId: string;
  onToggle: () => void;
}

const Handle = ({
  name,
  line,
  number,
  actions,
}: Pick<PartProps, 'name' | 'line' | 'number' | 'actions'>): ReactNode => (
  <button
    type="button"
    className="meta num flex h-tap w-8 flex-none cursor-grab touch-none items-center justify-center gap-0.5 md:h-9"
    aria-label={t`Move ${name}`}
    title={t`Drag, or press Alt and an arrow key`}
    onPointerDown={(event) => actions.drag(line.lineId, event)}
  >
    <GripVertical className="size-3.5 flex-none text-ink-3" aria-hidden="true" />
    {number}
  </button>
);

function Card(props: PartProps): ReactNode {
  const { line, name, isOpen, detailsId, amountPaise, actions, onToggle } = props;
  return (
    <div className="py-1.5 pr-2 pl-1">
      <div className="flex items-start gap-1">
        <Handle {...props} />
        <button
          type="button"
          className="flex min-h-tap min-w-0 grow items-start gap-2 pt-2.5 text-left"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={onToggle}
        >
          {props.currentProduct?.picture !== undefined && (
            <Thumb path={props.currentProduct.picture} className="-mt-1.5 size-9" />
          )}
          {/* in the DOM the line's name comes first, so that the button's name begins with it */}
          <span className="flex min-w-0 grow flex-col-reverse items-start gap-1">
            <span className="label pr-2 font-medium text-pretty long-words">{name}</span>
            {line.optional && <Badge>{t`Optional, not in the total`}</Badge>}
          </span>
        </button>
      </div>
      <div className="flex items-end gap-1 pl-9">
        <span className="meta min-w-0 grow">
          {amountPaise !== undefined && (
            <Money paise={amountPaise} className={classes('label block', amountClass(line))} />
          )}
          {line.unitPricePaise && (
            <span className="num block">
              {`₹${line.unitPricePaise.replace(/\.00$/, '')}/${shortUnitName(line.unit)}`}
            </span>
          )}
          <InlineList
            items={[
              props.isTaxed && shownRate(line),
              Number(line.discountBasisPoints) > 0 && t`${line.discountBasisPoints}% off`,
            ]}
          />
        </span>
        <Stepper line={line} name={name} actions={actions} />
      </div>
    </div>
  );
}

/** Classes of an amount: grey for an optional line, which is not in the total. */
const amountClass = ({ optional }: TypedLine): string =>
  optional ? 'text-ink-3' : 'font-medium text-ink';

/** GST of a line: `GST 18%`, or both rates of goods and services; empty until it is chosen. */
function shownRate(line: TypedLine): ReactNode {
  const rates = [line.gstRateBasisPoints, line.servicesGstRateBasisPoints].filter(Boolean);
  const rate = rates.map((each) => exactPercent(Number(each))).join(' + ');
  return rates.length > 0 && <span className="num">{t`GST ${rate}`}</span>;
}

/** Quantity by buttons and keypad. */
const Stepper = ({
  line,
  name,
  actions,
}: Pick<PartProps, 'line' | 'name' | 'actions'>): ReactNode => (
  <span className="flex flex-none items-center">
    <IconButton
      icon={Minus}
      label={t`One ${name} less`}
      onClick={() => actions.change(line.lineId, (now) => withMore(now, -1))}
    />
    <input
      className="input num min-h-10! w-14 px-1 text-center"
      aria-label={t`Quantity of ${name}, ${unitName(line.unit)}`}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      value={line.quantityThousandths}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) =>
        actions.change(line.lineId, (now) => ({ ...now, quantityThousandths: target.value }))
      }
    />
    <IconButton
      icon={Plus}
      label={t`One ${name} more`}
      onClick={() => actions.change(line.lineId, (now) => withMore(now, 1))}
    />
  </span>
);

const cellNames = {
  quantityThousandths: (name: string) => t`Quantity of ${name}`,
  unitPricePaise: (name: string) => t`Price of ${name}`,
  discountBasisPoints: (name: string) => t`Discount of ${name} in percent`,
};

/** Columns of the table; its head uses them too. */
export const lineColumnsClass =
  'grid grid-cols-[2rem_minmax(6rem,1fr)_4.25rem_6.75rem_4rem_7.5rem_2.25rem] items-start gap-1.5';

function TableRow(props: PartProps & { errors: Readonly<Record<string, string>> }): ReactNode {
  const { line, name, isOpen, detailsId, amountPaise, errors, actions, onToggle } = props;
  const cell = (field: keyof typeof cellNames): ReactNode => (
    <input
      className={classes('input num min-h-9! px-2 py-1 text-right', errors[field] && 'is-bad')}
      aria-label={cellNames[field](name)}
      aria-invalid={errors[field] ? true : undefined}
      data-column={field}
      inputMode="decimal"
      autoComplete="off"
      value={line[field]}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) =>
        actions.change(line.lineId, (now) => ({ ...now, [field]: target.value }))
      }
    />
  );
  return (
    <div className={classes(lineColumnsClass, 'px-3 py-1.5')}>
      <Handle {...props} />
      <span className="flex min-w-0 items-start gap-1">
        {line.productId !== '' && (
          <Thumb
            path={props.currentProduct?.picture}
            className="mt-0.5 size-8 xl:max-[1440px]:hidden"
          />
        )}
        <span className="min-w-0 grow">
          <input
            className="input min-h-9! min-w-0 truncate border-transparent bg-transparent px-2 py-1 font-medium"
            aria-label={t`Item ${props.number}`}
            title={line.name}
            data-column="name"
            autoComplete="off"
            value={line.name}
            onChange={({ target }) =>
              actions.change(line.lineId, (now) => ({ ...now, name: target.value }))
            }
          />
          <span className="meta block px-2">
            <InlineList
              items={[
                line.optional && <Badge>{t`Optional`}</Badge>,
                t`per ${unitName(line.unit)}`,
                props.isTaxed && shownRate(line),
              ]}
            />
          </span>
        </span>
      </span>
      {cell('quantityThousandths')}
      {cell('unitPricePaise')}
      {cell('discountBasisPoints')}
      <span className={classes('label truncate text-right leading-9', amountClass(line))}>
        {amountPaise !== undefined && <Money paise={amountPaise} />}
      </span>
      <IconButton
        icon={isOpen ? ChevronUp : ChevronDown}
        label={isOpen ? t`Close ${name}` : t`Open ${name}`}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={onToggle}
      />
    </div>
  );
}

/** Note on a line whose product changed, with a button that takes over the change. */
const ChangeNote = ({
  line: { lineId },
  change: { text, action, values },
  name,
  actions,
}: {
  line: TypedLine;
  change: LineChange;
  name: string;
  actions: LineActions;
}): ReactNode => (
  <div className="mx-3 mb-2 flex flex-wrap items-center gap-2 rounded-control bg-orange-soft p-1 pl-3">
    <span className="label flex-1 font-medium text-warning-ink">{text}</span>
    <Button
      className="px-3"
      aria-label={`${action}: ${name}`}
      onClick={() =>
        values ? actions.change(lineId, (now) => ({ ...now, ...values })) : actions.remove(lineId)
      }
    >
      {action}
    </Button>
  </div>
);
