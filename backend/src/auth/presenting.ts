import type { Role } from '#domain/kernel/policy.js';
import type { PersonRef } from '#domain/kernel/views.js';
import type { Projection } from '#platform/read-side/projections/projection.js';

/** Shows a view's document, with names in place of ids of people. */
export type Presenter<Stored = never, Shown = unknown> = {
  /** Ids of the people whose names it shows. */
  readonly people: (document: Stored) => readonly string[];
  readonly show: (document: Stored, person: (id: string) => PersonRef) => Shown;
};

/** Reader of documents: a member of the organization with this role. */
export type DocumentReader = { readonly organizationId: string; readonly role: Role };

/** Presenter that looks up more than names. */
export type LookupPresenter<Stored = never, Shown extends object = object> = {
  /** Whether admins see more than other members. */
  readonly dependsOnRole?: true;
  /** Returns undefined for a document that the reader may not see. */
  readonly rows: (
    documents: readonly Stored[],
    reader: DocumentReader,
  ) => Promise<readonly (Shown | undefined)[]>;
};
type AnyPresenter = Presenter | LookupPresenter;

/** Presenter that sends no part of the document. Clients query the view again on a change. */
export const withoutDocument: Presenter<unknown, object> = { people: () => [], show: () => ({}) };

/** Presenters of all views whose changes are sent. */
export class Presenters {
  constructor(private readonly byView: ReadonlyMap<string, AnyPresenter>) {}

  /**
   * A view of another build has no presenter: its documents are not sent, and clients query them.
   */
  get(view: string): AnyPresenter {
    return this.byView.get(view) ?? withoutDocument;
  }
}

/** Pairs a view with its presenter. */
export const presenterEntry = <Document>(
  { name }: { readonly name: string; room?(document: Document): string },
  presenter: Presenter<NoInfer<Document>> | LookupPresenter<NoInfer<Document>>,
): readonly [string, AnyPresenter] => [name, presenter];

/** @throws Error if a view with notifications has no presenter, or a presenter no view */
export function createPresenters(
  projections: readonly Projection[],
  entries: Iterable<readonly [string, AnyPresenter]>,
): Presenters {
  const presenters = new Map(entries);
  const notifiedViews = projections
    .filter((projection) => !('silent' in projection && projection.silent))
    .map(({ name }) => name);
  const missing = notifiedViews.filter((name) => !presenters.has(name));
  const unknown = [...presenters.keys()].filter((name) => !notifiedViews.includes(name));
  if (missing.length > 0)
    throw new Error(`These views with notifications have no presenter: ${missing.join(', ')}`);
  if (unknown.length > 0)
    throw new Error(`These presenters belong to no view with notifications: ${unknown.join(', ')}`);
  return new Presenters(presenters);
}
