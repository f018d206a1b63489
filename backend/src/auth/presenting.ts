import type { Role } from '#domain/kernel/policy.js';
import type { PersonRef } from '#domain/kernel/views.js';
import type { Projection } from '#platform/read-side/projections/projection.js';

/** How a view's document is shown: stored with ids of people, shown with their names. */
export type Presenter<Stored = never, Shown = unknown> = {
  /** Ids of the people whose names it shows. */
  readonly people: (document: Stored) => readonly string[];
  readonly show: (document: Stored, person: (id: string) => PersonRef) => Shown;
};

/** Reader of documents: a member of the organization with this role. */
export type DocumentReader = { readonly organizationId: string; readonly role: Role };

/** Presenter that looks up more than names. */
export type LookupPresenter<Stored = never, Shown extends object = object> = {
  /** Whether admins are shown more than other members. */
  readonly isByRole?: true;
  /** Answers undefined for a document that the reader may not see. */
  readonly rows: (
    documents: readonly Stored[],
    reader: DocumentReader,
  ) => Promise<readonly (Shown | undefined)[]>;
};
type AnyPresenter = Presenter | LookupPresenter;

/** Presenter of a view that clients query again on a change: sends nothing of the document. */
export const withoutDocument: Presenter<unknown, object> = { people: () => [], show: () => ({}) };

/** How documents of any view are shown, where they are passed on. */
export class Presenters {
  constructor(private readonly byView: ReadonlyMap<string, AnyPresenter>) {}

  /** Documents of another build's view are not sent: they are asked for. */
  of(view: string): AnyPresenter {
    return this.byView.get(view) ?? withoutDocument;
  }
}

/** A view with what shows its documents. */
export const presented = <Document>(
  { name }: { readonly name: string; room?(document: Document): string },
  presenter: Presenter<NoInfer<Document>> | LookupPresenter<NoInfer<Document>>,
): readonly [string, AnyPresenter] => [name, presenter];

/**
 * @throws Error where a view whose changes are sent has none, or one that is not there has one: it
 * is said of each how it is shown
 */
export function presentersOf(
  projections: readonly Projection[],
  entries: Iterable<readonly [string, AnyPresenter]>,
): Presenters {
  const presenters = new Map(entries);
  const sent = projections
    .filter((projection) => !('silent' in projection && projection.silent))
    .map(({ name }) => name);
  const missing = sent.filter((name) => !presenters.has(name));
  const unknown = [...presenters.keys()].filter((name) => !sent.includes(name));
  if (missing.length > 0)
    throw new Error(`Nothing says how changes of these views are shown: ${missing.join(', ')}`);
  if (unknown.length > 0)
    throw new Error(
      `No changes are sent of these views, which have presenters: ${unknown.join(', ')}`,
    );
  return new Presenters(presenters);
}
