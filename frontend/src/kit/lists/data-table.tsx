import type { MessageDescriptor } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Fragment, type ReactNode, useMemo, useRef } from 'react';
import { useFlip } from '../../ui/layout/animated-list.js';
import { classes } from '../../ui/classes.js';
import { Icon } from '../../ui/display/icon.js';
import { Link } from '../../ui/buttons/link.js';
import { i18n } from '../../words/i18n.js';
import { useIsPast } from '../records/past-day.js';
import { memoized } from '../../words/language.js';

interface SortOrder {
  readonly key: string;
  readonly direction: 'ascending' | 'descending';
  /** Words after the column's title while it sorts, if the title does not name the order. */
  readonly title?: MessageDescriptor;
}

export interface TableColumn<Item> {
  readonly title: MessageDescriptor;
  readonly className?: string;
  readonly alignRight?: true;
  /** Sort order when the title is pressed; `opposite` when it is pressed again. */
  readonly sort?: SortOrder & { readonly opposite?: SortOrder };
  /** Whether the column is hidden on past days, because it has actions or contacts. */
  readonly hiddenOnPastDays?: true;
  /** Whether the column has the row's buttons: shown on hover, without a visible title. */
  readonly hasButtons?: true;
  /** Whether only screen readers get the title, because the column is narrow. */
  readonly isUntitled?: true;
  readonly cell: (item: Item, highlighted: boolean) => ReactNode;
}

/** Current sort key, and how to change it. */
export interface TableSort {
  readonly key: string;
  /** Key of the order without a sorted column; the last press on a title returns to it. */
  readonly defaultKey?: string;
  readonly onSort: (key: string) => void;
}

/** Rows that are selected for an action on all of them. */
export interface TableSelection<Item> {
  readonly selectedKeys: ReadonlySet<string>;
  readonly nameOf: (item: Item) => string;
  /** Selects or deselects rows. Stable between renders. */
  readonly onSelect: (keys: readonly string[], isSelected: boolean) => void;
}

interface DataTableProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Columns; stable between renders, because a row rerenders only when its item changes. */
  columns: readonly TableColumn<Item>[];
  highlighted: ReadonlySet<string>;
  sort: TableSort | undefined;
  /** Heading of an item's group; a group is a run of items with one heading. */
  headingOf?: ((item: Item) => string) | undefined;
  selection?: TableSelection<Item> | undefined;
  onPress: ((item: Item) => void) | undefined;
}

interface RowLinkProps {
  to: string;
  title: string;
  /** Content below the title. */
  children: ReactNode;
}

/** Link in a row's first cell, which covers the whole row. */
export function RowLink({ to, title, children }: RowLinkProps): ReactNode {
  return (
    <Link
      to={to}
      className="block outline-none after:absolute after:inset-0 after:outline-focus focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
    >
      <span className="block truncate font-medium" title={title}>
        {title}
      </span>
      {children}
    </Link>
  );
}

/** Table with one row per record. A press anywhere on a row follows its link. */
export function DataTable<Item>({
  label,
  items,
  keyOf,
  columns,
  highlighted,
  sort,
  headingOf,
  selection,
  onPress,
}: DataTableProps<Item>): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null);
  const isPast = useIsPast();
  const shownColumns = useMemo(
    () => (isPast ? columns.filter(({ hiddenOnPastDays }) => !hiddenOnPastDays) : columns),
    [columns, isPast],
  );
  const keys = items.map(keyOf);
  useFlip(body, keys);
  const selectedCount = keys.filter((key) => selection?.selectedKeys.has(key)).length;
  return (
    <div className="card overflow-clip">
      <table className="table-fixed">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes('w-11', headCellClass)}>
                <RowCheckbox
                  label={t`Choose all shown rows`}
                  checked={selectedCount === keys.length}
                  isPartial={selectedCount > 0 && selectedCount < keys.length}
                  onChecked={(isSelected) => selection.onSelect(keys, isSelected)}
                />
              </th>
            )}
            {shownColumns.map((column) => (
              <TableHead key={column.title.id} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        {/* what gets the focus is scrolled below the head and the heading of its group */}
        <tbody ref={body} className="[&_:is(a,button,input)]:scroll-mt-16">
          {items.map((item, index) => {
            const heading = headingOf?.(item);
            const previousItem = items[index - 1];
            const startsGroup = previousItem === undefined || headingOf?.(previousItem) !== heading;
            return (
              <Fragment key={keyOf(item)}>
                {heading && startsGroup && (
                  <HeadingRow columns={shownColumns} hasCheckbox={selection !== undefined}>
                    {heading}
                  </HeadingRow>
                )}
                <Row
                  id={keyOf(item)}
                  item={item}
                  columns={shownColumns}
                  highlighted={highlighted.has(keyOf(item))}
                  onPress={onPress}
                  {...(selection && {
                    name: selection.nameOf(item),
                    isSelected: selection.selectedKeys.has(keyOf(item)),
                    onSelect: selection.onSelect,
                  })}
                />
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** head of the table, below the top bar while its rows are scrolled */
const headCellClass = 'sticky top-[calc(4rem+var(--ft-strip,0px))] z-3 bg-surface shadow-line-b';
const headingCellClass =
  'sticky top-[calc(6.375rem+var(--ft-strip,0px))] z-2 h-9 bg-sunken shadow-line-b';
/** Columns under a heading's text; the first two are never hidden. */
const HEADING_COLUMNS = 2;

/** Heading of a group of rows, below the table's head while its rows are scrolled. */
function HeadingRow<Item>({
  columns,
  hasCheckbox,
  children,
}: {
  columns: readonly TableColumn<Item>[];
  hasCheckbox: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <tr>
      <th
        scope="rowgroup"
        colSpan={HEADING_COLUMNS + (hasCheckbox ? 1 : 0)}
        className={classes('label px-3 text-left font-strong', headingCellClass)}
      >
        {children}
      </th>
      {/* a cell for each further column, because one cell would span hidden columns too */}
      {columns.slice(HEADING_COLUMNS).map(({ title, className }) => (
        <td key={title.id} className={classes(headingCellClass, className)} />
      ))}
    </tr>
  );
}

const sortIcons = { ascending: ArrowUp, descending: ArrowDown };

function TableHead<Item>({
  column: { title, className, alignRight, hasButtons, isUntitled, sort: order },
  sort,
}: {
  column: TableColumn<Item>;
  sort: TableSort | undefined;
}): ReactNode {
  const orders = [order, order?.opposite].filter((each) => each !== undefined);
  const currentIndex = orders.findIndex(({ key }) => key === sort?.key);
  const currentOrder = orders[currentIndex];
  // presses go through the column's orders, then to the default order, then start again
  const followingOrder = orders[currentIndex + 1];
  const nextKey = followingOrder?.key ?? (currentOrder && sort?.defaultKey) ?? order?.key;
  return (
    <th
      scope="col"
      className={classes(
        'meta font-medium h-9.5 px-3 whitespace-nowrap',
        headCellClass,
        alignRight ? 'text-right' : 'text-left',
        className,
      )}
      aria-sort={currentOrder?.direction}
    >
      {nextKey === undefined || sort === undefined ? (
        <span className={classes((hasButtons || isUntitled) && 'sr-only')}>{i18n._(title)}</span>
      ) : (
        <button
          type="button"
          className={classes(
            'inline-flex min-h-7 items-center gap-1 hover:text-ink',
            // icon before the word, so that title and figures end at one edge
            alignRight && 'flex-row-reverse',
            currentOrder && 'text-ink',
          )}
          onClick={() => sort.onSort(nextKey)}
        >
          <span>
            {[title, currentOrder?.title].flatMap((each) => (each ? i18n._(each) : [])).join(', ')}
          </span>
          <Icon icon={currentOrder ? sortIcons[currentOrder.direction] : ChevronsUpDown} size="s" />
        </button>
      )}
    </th>
  );
}

interface RowProps<Item> extends Pick<DataTableProps<Item>, 'columns' | 'onPress'> {
  id: string;
  item: Item;
  highlighted: boolean;
  /** Name of the record for its checkbox; undefined if rows cannot be chosen. */
  name?: string;
  isSelected?: boolean;
  onSelect?: TableSelection<Item>['onSelect'];
}

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  isPartial?: boolean;
  onChecked: (isChecked: boolean) => void;
}

/** Checkbox of a row, above the row's link. The whole cell is pressed. */
function RowCheckbox({
  label,
  checked,
  isPartial = false,
  onChecked,
}: RowCheckboxProps): ReactNode {
  return (
    <label className="relative z-1 grid min-h-9.5 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        className="size-4.5 accent-accent"
        ref={(box) => {
          if (box) box.indeterminate = isPartial;
        }}
        checked={checked}
        onChange={({ target }) => onChecked(target.checked)}
      />
    </label>
  );
}

/** Buttons in a cell lie above the row's link. */
const cellClass =
  'label h-14 px-3 py-2 align-middle leading-[1.2rem] shadow-line-b group-last:shadow-none [&_.btn-icon]:relative [&_.btn-icon]:z-1';

function PlainRow<Item>({
  id,
  item,
  columns,
  highlighted,
  onPress,
  name,
  isSelected = false,
  onSelect,
}: RowProps<Item>): ReactNode {
  return (
    <tr
      data-key={id}
      className={classes(
        'group relative hover:bg-hover',
        highlighted && 'is-highlighted',
        isSelected && 'bg-accent-soft',
      )}
      onPointerDown={() => onPress?.(item)}
    >
      {onSelect && name !== undefined && (
        <td className="w-11 shadow-line-b group-last:shadow-none">
          <RowCheckbox
            label={t`Choose ${name}`}
            checked={isSelected}
            onChecked={(isChecked) => onSelect([id], isChecked)}
          />
        </td>
      )}
      {columns.map(({ title, className, alignRight, hasButtons, cell }) => (
        <td
          key={title.id}
          className={classes(
            cellClass,
            alignRight && 'text-right',
            hasButtons && 'hover-actions',
            className,
          )}
        >
          {cell(item, highlighted)}
        </td>
      ))}
    </tr>
  );
}
/** memoized: a further page renders only its own rows */
const Row = memoized(PlainRow) as typeof PlainRow;
