import type { PersonRef } from '#domain/kernel/views.js';
import type { Projection } from '#platform/read-side/projections/projection.js';

/** How a view's document is shown: stored with ids of people, shown with their names. */
export type Presenter<Stored = never, Shown = unknown> = {
  /** Ids of the people whose names it shows. */
  readonly people: (document: Stored) => readonly string[];
  readonly show: (document: Stored, person: (id: string) => PersonRef) => Shown;
};

/** By the name of the view, where documents of any view are passed on. */
export type Presenters = ReadonlyMap<string, Presenter>;
export const PRESENTERS = Symbol('Presenters');

/** Of a view that is asked for again when it changes: nothing of the document is sent. */
export const withoutDocument: Presenter<unknown, object> = { people: () => [], show: () => ({}) };

/** @throws Error where a view whose changes are sent has no presenter: its documents would be sent as they are stored */
export function exhaustive(projections: readonly Projection[], presenters: Readonly<Record<string, Presenter>>): Presenters {
  const sent = projections.filter((projection) => !('silent' in projection && projection.silent)).map(({ name }) => name);
  const missing = sent.filter((name) => !(name in presenters));
  if (missing.length > 0) throw new Error(`No presenter for ${missing.join(', ')}`);
  return new Map(Object.entries(presenters));
}
