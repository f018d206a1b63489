import { type Moment, stepBack } from '#domain/history/moments.js';
import type { HistoryEntry } from '#domain/history/history.views.js';
import type { LoadedHistory } from './history-query.js';
import { isShownField } from './field-labels.js';

/** Field of a record at two moments. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Top-level field of a changed path. */
const topOf = (path: string): string => path.split('.')[0] ?? path;

/** The moments of a record, numbered by its events. */
export class Moments {
  /** Records after the entries of the history, newest first, and the one before the oldest. */
  readonly #records: readonly Moment[];

  constructor(private readonly history: LoadedHistory) {
    const records: Moment[] = [history.record];
    for (const { changes } of history.entries) records.push(stepBack(records.at(-1)!, changes));
    this.#records = records;
  }

  #indexOf(number: number): number {
    return this.history.total - number;
  }

  /** Event with a number; undefined if it is not loaded. */
  entry(number: number): HistoryEntry | undefined {
    return this.history.entries[this.#indexOf(number)];
  }

  entryById(eventId: string): HistoryEntry | undefined {
    return this.history.entries.find((entry) => entry.eventId === eventId);
  }

  /** Record after the event with a number; null if it did not exist or is erased. */
  record(number: number): Moment {
    return this.#records[this.#indexOf(number)] ?? null;
  }

  /** Fields that an event changed, as far as a person may read them. */
  changesOf(number: number): readonly FieldChange[] {
    const entry = this.entry(number);
    if (!entry) return [];
    const fields = entry.changes.flatMap(({ field, derived }) => (derived ? [] : topOf(field)));
    return this.#between(number - 1, number, new Set(fields));
  }

  /** Fields that differ between two moments. */
  compare(one: number, other: number): readonly FieldChange[] {
    const names = [this.record(one), this.record(other)].flatMap((each) => Object.keys(each ?? {}));
    return this.#between(one, other, new Set(names));
  }

  #between(one: number, other: number, fields: ReadonlySet<string>): readonly FieldChange[] {
    const [from, to] = [this.record(one), this.record(other)];
    return [...fields].flatMap((field) => {
      const [before, after] = [from?.[field], to?.[field]];
      return isShownField(field) && !isSame(before, after) ? [{ field, before, after }] : [];
    });
  }

  /** Number of the event that set a field's value at a moment. */
  setterOf(field: string, number: number): number | undefined {
    for (let candidate = number; candidate >= 1; candidate--) {
      const changed = this.entry(candidate)?.changes.some(
        (change) => topOf(change.field) === field,
      );
      if (changed) return candidate;
    }
    return undefined;
  }
}
