import type { PersonRef } from '#domain/kernel/views.js';

/** How a view's document is shown: stored with ids of people, shown with their names. */
export type Presenter<Stored = never, Shown = unknown> = {
  /** Ids of the people whose names it shows. */
  readonly people: (document: Stored) => readonly string[];
  readonly show: (document: Stored, person: (id: string) => PersonRef) => Shown;
};

/** By the name of the view, for whoever passes on documents of any. A view without one is shown as it is stored. */
export type Presenters = ReadonlyMap<string, Presenter>;
export const PRESENTERS = Symbol('Presenters');
