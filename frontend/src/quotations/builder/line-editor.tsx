import { t } from '@lingui/core/macro';
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronUp,
  Copy,
  Ellipsis,
  GripVertical,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Button, IconButton } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { Badge } from '../../ui/display/badge.js';
import { Money } from '../../ui/display/figures.js';
import { exactPercent } from '../../ui/display/format.js';
import { WholeName } from '../../ui/display/whole-name.js';
import { Stepper } from '../../ui/inputs/stepper.js';
import { InlineList } from '../../ui/layout/surface.js';
import { LazyMenu } from '../../ui/overlays/lazy-menu.js';
import { translated } from '../../words/i18n.js';
import { memoized } from '../../words/language.js';
import { Discount, LineFields, type LineFieldsProps } from './line-fields.js';
import type { LineActions, LineEditorProps } from './line-props.js';
import { changesOf, discountRangeOf, type LineChange } from './current-products.js';
import { lineErrors, type TypedLine, withQuantityChangedBy } from './typed-lines.js';
import { Thumb } from '../thumb.js';
import { shortUnitName, unitName } from '../../kit/texts/unit-names.js';

/** Line of a quotation with its amount: a row of a list on a phone, of a table on a wide screen. */
export const LineEditor = memoized(function LineEditor(props: LineEditorProps): ReactNode {
  const { line, number, currentProduct, isAdmin, isTaxed, today, showsErrors, isPhone, actions } =
    props;
  const { lineId } = line;
  const [isOpen, setOpen] = useState(line.name === '');
  const [isDiscountOpen, setDiscountOpen] = useState(false);
  const [isTouched, setTouched] = useState(line.name !== '');
  const detailsId = useId();
  const range = discountRangeOf(currentProduct);
  const enforcedRange = isAdmin ? undefined : range;
  const errors = lineErrors(line, { isTaxed, today, range: enforcedRange });
  const shownErrors = showsErrors || isTouched ? errors : {};
  const changes = changesOf(line, currentProduct, enforcedRange);
  const name = line.name || t`Line ${number}`;
  const fieldsProps = { ...props, name, errors: shownErrors, range };
  const rowProps = { ...fieldsProps, isOpen, detailsId, onToggle: () => setOpen(!isOpen) };
  const [errorField, firstError] = Object.entries(shownErrors)[0] ?? [];
  const isErrorShown = isOpen || (isDiscountOpen && errorField === 'discountBasisPoints');
  const moveByKey = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    actions.moveBy(lineId, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li
      data-key={lineId}
      className="not-first:border-t not-first:border-line max-md:bg-surface"
      onBlur={() => setTouched(true)}
      onKeyDown={moveByKey}
    >
      {isPhone ? (
        <PhoneRow
          {...rowProps}
          isDiscountOpen={isDiscountOpen}
          onDiscount={() => setDiscountOpen(!isDiscountOpen)}
        />
      ) : (
        <TableRow {...rowProps} />
      )}
      {!isErrorShown && firstError && (
        <p className="meta px-4 pb-3 font-medium text-danger-ink" role="alert">
          {translated(firstError)}
        </p>
      )}
      {changes.map((change) => (
        <ChangeNote key={change.text} line={line} change={change} name={name} actions={actions} />
      ))}
      {isOpen && (
        <div id={detailsId} className="card-b stack gap-3 pt-1">
          <LineFields {...fieldsProps} hasDiscount={!isDiscountOpen} />
        </div>
      )}
    </li>
  );
});

interface RowProps extends LineFieldsProps {
  isOpen: boolean;
  detailsId: string;
  onToggle: () => void;
}

/** Handle with the number; on a phone it lies in the gutter and over the picture. */
const Handle = ({
  name,
  line,
  number,
  actions,
}: Pick<RowProps, 'name' | 'line' | 'number' | 'actions'>): ReactNode => (
  <button
    type="button"
    className={classes(
      'meta num flex cursor-grab touch-none items-center md:h-9 md:w-8 md:flex-none md:justify-center md:gap-0.5',
      'max-md:absolute max-md:inset-y-0 max-md:-left-gutter max-md:h-tap max-md:w-14 max-md:pl-px',
    )}
    aria-label={t`Move ${name}`}
    title={t`Drag, or press Alt and an arrow key`}
    onPointerDown={(event) => actions.drag(line.lineId, event)}
  >
    <GripVertical className="size-3.5 flex-none text-ink-3" aria-hidden="true" />
    <span className="max-md:hidden">{number}</span>
  </button>
);

interface PhoneRowProps extends RowProps {
  isDiscountOpen: boolean;
  onDiscount: () => void;
}

/** Picture, texts and menu of a line; below them its quantity, discount and amount. */
function PhoneRow({ isDiscountOpen, onDiscount, ...props }: PhoneRowProps): ReactNode {
  const { line, name, number, isOpen, detailsId, amountPaise, onToggle } = props;
  return (
    <div className="stack gap-2.5 px-gutter py-3">
      <div className="flex gap-3">
        <span className="relative min-h-tap flex-none">
          <Thumb path={props.currentProduct?.picture} className="size-11" />
          <Handle {...props} />
        </span>
        <button
          type="button"
          className="stack grow gap-1 text-left"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={onToggle}
        >
          <span className="label font-medium long-words">
            <span className="num" aria-hidden="true">
              {number}.{' '}
            </span>
            <WholeName>{name}</WholeName>
          </span>
          {line.optional && <Badge className="self-start">{t`Optional, not in the total`}</Badge>}
          <span className="meta">
            <InlineList
              items={[
                line.unitPricePaise && (
                  <span className="num">
                    {`₹${line.unitPricePaise.replace(/\.00$/, '')}/${shortUnitName(line.unit)}`}
                  </span>
                ),
                props.isTaxed && shownRate(line),
              ]}
            />
          </span>
        </button>
        <span className="-my-2.5 -mr-3 -ml-2 flex-none">
          <LineMenu {...props} />
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Quantity {...props} />
        <DiscountChip line={line} name={name} isOpen={isDiscountOpen} onPress={onDiscount} />
        {amountPaise !== undefined && (
          <Money
            paise={amountPaise}
            className={classes('label ml-auto', line.optional ? 'text-ink-3' : 'font-strong')}
          />
        )}
      </div>
      {isDiscountOpen && <Discount {...props} />}
    </div>
  );
}

/** Rare actions of a line on a phone. */
const LineMenu = ({ line: { lineId }, name, number, isLast, actions }: RowProps): ReactNode => (
  <LazyMenu
    trigger={<IconButton icon={Ellipsis} label={t`More for ${name}`} />}
    entries={[
      { label: t`Duplicate`, icon: Copy, onSelect: () => actions.duplicate(lineId) },
      {
        label: t`Move up`,
        icon: ArrowUp,
        disabled: number === 1,
        onSelect: () => actions.moveBy(lineId, -1),
      },
      {
        label: t`Move down`,
        icon: ArrowDown,
        disabled: isLast,
        onSelect: () => actions.moveBy(lineId, 1),
      },
      { label: t`Remove`, icon: Trash2, onSelect: () => actions.remove(lineId) },
    ]}
  />
);

/** Discount of a line; opens the control that changes it. */
const DiscountChip = ({
  line: { discountBasisPoints },
  name,
  isOpen,
  onPress,
}: Pick<RowProps, 'line' | 'name' | 'isOpen'> & { onPress: () => void }): ReactNode => (
  <button type="button" className="chip px-2.5" aria-expanded={isOpen} onClick={onPress}>
    <span className="num">
      {Number(discountBasisPoints) === 0 ? t`Discount` : t`${Number(discountBasisPoints)}% off`}
    </span>
    <span className="sr-only">: {name}</span>
  </button>
);

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
const Quantity = ({
  line,
  name,
  actions,
}: Pick<RowProps, 'line' | 'name' | 'actions'>): ReactNode => (
  <Stepper
    lessLabel={t`One ${name} less`}
    moreLabel={t`One ${name} more`}
    onLess={() => actions.change(line.lineId, (latest) => withQuantityChangedBy(latest, -1))}
    onMore={() => actions.change(line.lineId, (latest) => withQuantityChangedBy(latest, 1))}
    className="w-10 md:w-12"
    aria-label={t`Quantity of ${name}, ${unitName(line.unit)}`}
    inputMode="decimal"
    enterKeyHint="done"
    value={line.quantityThousandths}
    onChange={({ target }) =>
      actions.change(line.lineId, (latest) => ({ ...latest, quantityThousandths: target.value }))
    }
  />
);

const cellNames = {
  quantityThousandths: (name: string) => t`Quantity of ${name}`,
  unitPricePaise: (name: string) => t`Price of ${name}`,
  discountBasisPoints: (name: string) => t`Discount of ${name} in percent`,
};

/** Columns of the table; its head uses them too. */
export const lineColumnsClass =
  'grid grid-cols-[2rem_minmax(6rem,1fr)_4.25rem_6.75rem_4rem_7.5rem_2.25rem] items-start gap-1.5';

function TableRow(props: RowProps): ReactNode {
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
        actions.change(line.lineId, (latest) => ({ ...latest, [field]: target.value }))
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
              actions.change(line.lineId, (latest) => ({ ...latest, name: target.value }))
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
        values
          ? actions.change(lineId, (latest) => ({ ...latest, ...values }))
          : actions.remove(lineId)
      }
    >
      {action}
    </Button>
  </div>
);
