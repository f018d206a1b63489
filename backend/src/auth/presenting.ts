import type { PersonRef } from '#domain/kernel/views.js';

/** How a view's document is shown: stored with ids of people, shown with their names. */
export type Presenter<Stored = never, Shown = unknown> = {
  /** Ids of the people whose names it shows. */
  readonly people: (document: Stored) => readonly string[];
  readonly show: (document: Stored, person: (id: string) => PersonRef) => Shown;
};

/** By the name of the view, where documents of any view are passed on. */
export type Presenters = ReadonlyMap<string, Presenter>;
export const PRESENTERS = Symbol('Presenters');

/** Of a view that has none, and is asked for again when it changes: nothing of the document is sent. */
export const withoutDocument: Presenter<unknown, object> = { people: () => [], show: () => ({}) };
