import type { HistoryChange } from './history.views.js';

/** Fields that a record had at one moment; null if it did not exist then. */
export type Moment = Readonly<Record<string, unknown>> | null;

/** Length of a field's JSON above which its own fields are compared. */
const MAX_WHOLE_LENGTH = 1_000;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Differences between two moments. A large field is compared by its own fields, with their path as
 * name. For a list, only the elements that differ are named, so that the change of a growing list
 * holds only what was added.
 */
export function changesBetween(before: Moment, after: Moment): readonly HistoryChange[] {
  return collectChanges(before ?? {}, after ?? {}, '');
}

function collectChanges(before: Fields, after: Fields, prefix: string): readonly HistoryChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => compareField(prefix + name, before[name], after[name]));
}

function compareField(field: string, before: unknown, after: unknown): readonly HistoryChange[] {
  if (isSame(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return [listChange(field, before, after)];
  if (isFields(before) && isFields(after) && isLarge(before, after))
    return collectChanges(before, after, `${field}.`);
  return [
    { field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
  ];
}

const isLarge = (before: Fields, after: Fields): boolean =>
  JSON.stringify(before).length + JSON.stringify(after).length > MAX_WHOLE_LENGTH;

/** Whether two JSON values are equal. Serializing a long list for each event would take longer. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isSame(each, other[index]));
  return (
    isFields(one) &&
    isFields(other) &&
    Object.keys(one).every((name) => isSame(one[name], other[name])) &&
    Object.keys(other).every((name) => name in one || other[name] === undefined)
  );
}

function listChange(
  field: string,
  before: readonly unknown[],
  after: readonly unknown[],
): HistoryChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  const part = (list: readonly unknown[]) => list.slice(start, list.length - end);
  return { field, at: start, before: part(before), after: part(after) };
}

/** Record before an event, from the record after it. */
export const stepBack = (record: Moment, changes: readonly HistoryChange[]): Moment =>
  applyAll(record, changes, 'after', 'before');

/** Record after an event, from the record before it. */
export const stepForward = (record: Moment, changes: readonly HistoryChange[]): Moment =>
  applyAll(record, changes, 'before', 'after');

type Side = 'before' | 'after';

function applyAll(record: Moment, changes: readonly HistoryChange[], from: Side, to: Side): Moment {
  const changed = changes.reduce<Fields>(
    (fields, change) => applyAt(fields, change.field.split('.'), change, from, to),
    record ?? {},
  );
  return Object.keys(changed).length === 0 ? null : changed;
}

function applyAt(
  fields: Fields,
  [name, ...inner]: readonly string[],
  change: HistoryChange,
  from: Side,
  to: Side,
): Fields {
  const { [name!]: value, ...others } = fields;
  if (inner.length > 0)
    return { ...fields, [name!]: applyAt(value as Fields, inner, change, from, to) };
  if (change.at !== undefined) {
    const [removed, added] = [change[from], change[to]] as [readonly unknown[], readonly unknown[]];
    const list = value as readonly unknown[];
    return {
      ...fields,
      [name!]: [...list.slice(0, change.at), ...added, ...list.slice(change.at + removed.length)],
    };
  }
  return change[to] === undefined ? others : { ...fields, [name!]: change[to] };
}
