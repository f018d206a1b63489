import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { lineAmount } from '#domain/quotations/document-texts.js';
import type { HsnDigits } from '#domain/quotations/hsn.js';
import type { QuotationTotals } from '#domain/quotations/quotation-totals.js';
import { useIsPhone } from '../../browser/media.js';
import { toastWithUndo } from '../../kit/commands/undo.js';
import type { CommandForm } from '../../kit/forms/use-command-form.js';
import { newId } from '../../lib/server/api.js';
import { FieldError } from '../../ui/inputs/field.js';
import { useFlip } from '../../ui/layout/animated-list.js';
import { classes } from '../../ui/classes.js';
import { LineEditor, lineColumnsClass } from './line-editor.js';
import type { LineActions } from './line-props.js';
import type { CurrentProducts } from './current-products.js';
import type { TypedLine } from './typed-lines.js';

interface WithLines {
  readonly lines: readonly TypedLine[];
}

interface LineListProps<Values extends WithLines> {
  form: CommandForm<Values>;
  totals: QuotationTotals;
  isTaxed: boolean;
  hsnDigits: HsnDigits;
  products: CurrentProducts;
  /** Whether the member is an admin, who may leave a discount's range. */
  isAdmin: boolean;
  /** Whether sending was tried while the lines had errors. */
  showsErrors: boolean;
  /** Called by Enter on the last line. */
  onNext: () => void;
}

/** Lines of a quotation, numbered as in its document. */
export function LineList<Values extends WithLines>({
  form,
  totals,
  isTaxed,
  hsnDigits,
  products,
  isAdmin,
  showsErrors,
  onNext,
}: LineListProps<Values>): ReactNode {
  const { lines } = form.watchAll();
  const list = useRef<HTMLOListElement>(null);
  const actions = useLineActions(form, list);
  const isPhone = useIsPhone();
  useFlip(
    list,
    lines.map(({ lineId }) => lineId),
  );
  const amounts = new Map(totals.lines.map((line) => [line.lineId, lineAmount(line)]));
  const error = form.error('lines');
  return (
    <section className="stack gap-2 not-has-[li,p]:hidden max-md:first:-mt-2" aria-label={t`Lines`}>
      {!isPhone && lines.length > 0 && (
        <div className={classes(lineColumnsClass, 'meta px-3')} aria-hidden="true">
          <span />
          <span className="pl-2">{t`Item`}</span>
          <span className="pr-2 text-right">{t`Quantity`}</span>
          <span className="pr-2 text-right">{t`Price (₹)`}</span>
          <span className="pr-2 text-right">{t`Off (%)`}</span>
          <span className="text-right">{t`Amount`}</span>
          <span />
        </div>
      )}
      <ol
        ref={list}
        className="stack relative max-md:-mx-gutter max-md:border-y max-md:border-line md:rounded-card md:bg-surface md:shadow-card"
        onKeyDown={(event) => moveFocus(event, onNext)}
      >
        {lines.map((line, index) => (
          <LineEditor
            key={line.lineId}
            line={line}
            number={index + 1}
            isLast={index === lines.length - 1}
            amountPaise={amounts.get(line.lineId)}
            isTaxed={isTaxed}
            hsnDigits={hsnDigits}
            today={form.today}
            currentProduct={line.productId === '' ? undefined : products.get(line.productId)}
            isAdmin={isAdmin}
            showsErrors={showsErrors || error !== undefined}
            isPhone={isPhone}
            actions={actions}
          />
        ))}
      </ol>
      {error && <FieldError>{error}</FieldError>}
    </section>
  );
}

/** Distance from the edge of the window at which dragging scrolls the page. */
const DRAG_SCROLL_EDGE_PX = 80;
const DRAG_SCROLL_STEP_PX = 12;

function useLineActions<Values extends WithLines>(
  form: CommandForm<Values>,
  list: { readonly current: HTMLOListElement | null },
): LineActions {
  const latestForm = useRef(form);
  latestForm.current = form;
  return useMemo(() => {
    const getLines = (): readonly TypedLine[] => latestForm.current.get('lines');
    const setLines = (lines: readonly TypedLine[]): void =>
      latestForm.current.set('lines', lines as Values['lines']);
    const indexOf = (lineId: string): number =>
      getLines().findIndex((line) => line.lineId === lineId);
    const moveTo = (lineId: string, index: number): void => {
      const oldIndex = indexOf(lineId);
      const line = getLines()[oldIndex];
      const isInList = index >= 0 && index < getLines().length;
      if (!line || index === oldIndex || !isInList) return;
      setLines(getLines().toSpliced(oldIndex, 1).toSpliced(index, 0, line));
    };
    return {
      moveTo,
      moveBy: (lineId, by) => moveTo(lineId, indexOf(lineId) + by),
      change: (lineId, edit) =>
        setLines(getLines().map((line) => (line.lineId === lineId ? edit(line) : line))),
      duplicate(lineId) {
        const index = indexOf(lineId);
        const line = getLines()[index];
        if (line) setLines(getLines().toSpliced(index + 1, 0, { ...line, lineId: newId() }));
      },
      remove(lineId) {
        const index = indexOf(lineId);
        const removedLine = getLines()[index];
        if (!removedLine) return;
        setLines(getLines().filter((line) => line !== removedLine));
        toastWithUndo(t`Line removed`, () => {
          if (indexOf(lineId) < 0) setLines(getLines().toSpliced(index, 0, removedLine));
        });
      },
      drag(lineId, event) {
        if (event.button !== 0) return;
        event.preventDefault();
        const move = ({ clientY }: globalThis.PointerEvent): void => {
          const rows = [...(list.current?.children ?? [])];
          const index = rows.findIndex((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return clientY >= top && clientY <= bottom;
          });
          if (index >= 0) moveTo(lineId, index);
          if (clientY < DRAG_SCROLL_EDGE_PX) scrollBy({ top: -DRAG_SCROLL_STEP_PX });
          if (clientY > innerHeight - DRAG_SCROLL_EDGE_PX) scrollBy({ top: DRAG_SCROLL_STEP_PX });
        };
        const end = (): void => {
          removeEventListener('pointermove', move);
          removeEventListener('pointerup', end);
          removeEventListener('pointercancel', end);
        };
        addEventListener('pointermove', move);
        addEventListener('pointerup', end);
        addEventListener('pointercancel', end);
      },
    };
  }, [list]);
}

const rowSteps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 };

/** Moves the focus by arrow keys and Enter to the same column of the line above or below. */
function moveFocus(event: KeyboardEvent<HTMLElement>, onNext: () => void): void {
  const { target, key } = event;
  const step = rowSteps[key];
  if (step === undefined || event.altKey || !(target instanceof HTMLInputElement)) return;
  const { column } = target.dataset;
  if (column === undefined) return;
  event.preventDefault();
  const sameColumn = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>(`input[data-column="${column}"]`),
  ];
  const next = sameColumn[sameColumn.indexOf(target) + step];
  if (next) {
    next.focus();
    next.select();
  } else if (key === 'Enter') onNext();
}
