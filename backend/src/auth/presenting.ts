import type { PersonRef } from '#domain/kernel/views.js';

/** How a view's document is shown: stored with ids of people, shown with their names. */
export type Presenter<Stored = never, Shown = unknown> = {
  /** Ids of the people whose names it shows. */
  readonly people: (document: Stored) => readonly string[];
  readonly show: (document: Stored, person: (id: string) => PersonRef) => Shown;
};

/** Of a view that has none, and is asked for again when it changes: nothing of the document is sent. */
const withoutDocument: Presenter<unknown, object> = { people: () => [], show: () => ({}) };

/** How documents of any view are shown, where they are passed on. */
export class Presenters {
  constructor(private readonly byView: ReadonlyMap<string, Presenter>) {}

  /** Documents of a view without one, or of another build, are not sent: they are asked for. */
  of(view: string): Presenter {
    return this.byView.get(view) ?? withoutDocument;
  }
}
