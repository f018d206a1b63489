import type { List } from '#domain/kernel/views.js';
import { type ListName, type Ref, refOfRow, type Version } from './record.js';

/** Loaded part of a list: row keys, next cursor, and other fields of its first page. */
export interface ListData {
  readonly refs: readonly Ref[];
  readonly hasMore: boolean;
  readonly next?: string | undefined;
  readonly first: Readonly<Record<string, unknown>>;
  /** Log position at which the first page was read. */
  readonly position?: string | undefined;
  /** Log position of the oldest loaded page. */
  readonly oldestPosition?: string | undefined;
}

export const isList = (data: unknown): data is ListData =>
  typeof data === 'object' && data !== null && 'refs' in data && 'first' in data;

/** Order and filters of a list, if a row alone decides them. */
export interface ListRule {
  readonly belongs: (row: object) => boolean;
  readonly compare: (one: object, other: object) => number;
  /** Tab that counts the row, by all filters but the tab; undefined for none. */
  readonly tabOf?: (row: object) => string | undefined;
}

/** Record access of a list. */
export interface Rows {
  /**
   * Document, even of a lead whose deletion waits to be sent, because a refusal shows the lead
   * again.
   */
  readonly readEvenIfHidden: (ref: Ref) => object | undefined;
  readonly version: (ref: Ref) => Version | undefined;
}

export function pageData(
  list: ListName,
  { items, hasMore, next, ...first }: List<object>,
  position: string | undefined,
): ListData {
  return {
    refs: items.map((row) => refOfRow(list, row)),
    hasMore,
    next,
    first,
    position,
    oldestPosition: position,
  };
}

const olderPosition = (one = '', other = ''): string => (one < other ? one : other);

/** List with another page appended; a row that moved between pages stays once. */
export function withNextPage(list: ListData, page: ListData): ListData {
  const loadedRefs = new Set(list.refs);
  const refs = [...list.refs, ...page.refs.filter((ref) => !loadedRefs.has(ref))];
  return {
    ...list,
    refs,
    hasMore: page.hasMore,
    next: page.next,
    oldestPosition: olderPosition(list.oldestPosition, page.position),
  };
}

/**
 * List after its first page was refetched, with the later rows kept. Undefined if rows may have
 * moved behind the page: reload all pages.
 */
export function withFirstPage(
  before: ListData | undefined,
  page: ListData,
  rule: ListRule | undefined,
  rows: Rows,
): ListData | undefined {
  if (!before) return page;
  const pageRefs = new Set(page.refs);
  const pageEnd = page.hasMore
    ? before.refs.findLastIndex((ref) => pageRefs.has(ref))
    : before.refs.length;
  const laterRefs =
    pageEnd < 0
      ? []
      : before.refs
          .slice(pageEnd + 1)
          .filter((ref) => !pageRefs.has(ref) && rows.readEvenIfHidden(ref) !== undefined);
  const missingRefs = before.refs
    .slice(0, pageEnd)
    .filter((ref) => !pageRefs.has(ref) && rows.readEvenIfHidden(ref) !== undefined);
  const hasLaterRows = laterRefs.length > 0;
  const { total } = page.first as { readonly total?: number };
  const isComplete = page.refs.length + laterRefs.length === total;
  const continuation = hasLaterRows
    ? { hasMore: before.hasMore && !isComplete, next: before.next }
    : { hasMore: page.hasMore, next: page.next };
  const oldestPosition = hasLaterRows
    ? olderPosition(before.oldestPosition, page.position)
    : page.position;
  const merged = { ...page, ...continuation, refs: [...page.refs, ...laterRefs], oldestPosition };
  const mayHaveMovedBehindPage = hasLaterRows && missingRefs.length > 0;
  if (!rule) return mayHaveMovedBehindPage ? undefined : merged;
  // places rows that are newer than the page, or belong after it
  const isNewer = (ref: Ref): boolean =>
    (rows.version(ref)?.position ?? '') > (page.position ?? '');
  const lastRowOfPage = page.hasMore ? rows.readEvenIfHidden(page.refs.at(-1)!) : undefined;
  const isBehindPage = (ref: Ref): boolean =>
    lastRowOfPage !== undefined && rule.compare(rows.readEvenIfHidden(ref)!, lastRowOfPage) > 0;
  const misplaced = [
    ...merged.refs.filter(isNewer),
    ...missingRefs.filter((ref) => isNewer(ref) || isBehindPage(ref)),
  ];
  return misplaced.reduce<ListData>((list, ref) => withRowPlaced(list, ref, rule, rows), merged);
}

/**
 * List with a row moved to its place or removed. A row beyond the loaded ones comes with the next
 * page.
 */
export function withRowPlaced(list: ListData, ref: Ref, rule: ListRule, rows: Rows): ListData {
  const index = list.refs.indexOf(ref);
  const row = rows.readEvenIfHidden(ref);
  const otherRefs = index < 0 ? list.refs : list.refs.toSpliced(index, 1);
  if (!row || !rule.belongs(row)) return index < 0 ? list : { ...list, refs: otherRefs };
  const isAfter = (other: Ref): boolean => {
    const document = rows.readEvenIfHidden(other);
    return document !== undefined && rule.compare(row, document) < 0;
  };
  const isBefore = (other: Ref): boolean => {
    const document = rows.readEvenIfHidden(other);
    return document !== undefined && rule.compare(document, row) < 0;
  };
  // a row still in order stays, even among equals
  const isInOrder =
    index >= 0 &&
    !otherRefs.slice(0, index).some(isAfter) &&
    !otherRefs.slice(index).some(isBefore);
  if (isInOrder) return list;
  const nextIndex = otherRefs.findIndex(isAfter);
  if (nextIndex < 0 && list.hasMore) return index < 0 ? list : { ...list, refs: otherRefs };
  return {
    ...list,
    refs: otherRefs.toSpliced(nextIndex < 0 ? otherRefs.length : nextIndex, 0, ref),
  };
}

/** List with the first page's `counts` and `total` updated for a changed row. */
export function withRowCounted(
  list: ListData,
  rule: ListRule,
  before: object | undefined,
  after: object | undefined,
): ListData {
  const { counts, total } = list.first as {
    readonly counts?: Readonly<Record<string, number>>;
    readonly total?: number;
  };
  if (!rule.tabOf || !counts) return list;
  const changed = { ...counts };
  const add = (row: object | undefined, step: 1 | -1): void => {
    const tab = row && rule.tabOf?.(row);
    if (tab === undefined) return;
    for (const each of [tab, 'All'])
      if (changed[each] !== undefined) changed[each] = Math.max(0, changed[each] + step);
  };
  add(before, -1);
  add(after, 1);
  const totalChange =
    Number(after !== undefined && rule.belongs(after)) -
    Number(before !== undefined && rule.belongs(before));
  return {
    ...list,
    first: {
      ...list.first,
      counts: changed,
      ...(total !== undefined && { total: Math.max(0, total + totalChange) }),
    },
  };
}
