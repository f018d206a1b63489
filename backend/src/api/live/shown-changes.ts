import { Injectable } from '@nestjs/common';
import { PersonNames } from '../../auth/people/names.js';
import { type DocumentReader, Presenters } from '../../auth/presenting.js';
import type { CommittedChange } from './change-feed.js';
import type { ChangeNotification, PresentedChange } from './socket-messages.js';

interface Entry {
  readonly view: string;
  readonly document?: unknown;
}

/**
 * Prepares changed documents for clients in the same form as queries: with names of people and
 * other look-ups.
 */
@Injectable()
export class ChangePresenter {
  constructor(
    private readonly names: PersonNames,
    private readonly presenters: Presenters,
  ) {}

  async presentNotifications(
    changes: readonly ChangeNotification[],
    reader: DocumentReader,
  ): Promise<ChangeNotification[]> {
    const documents = await this.present(changes, reader);
    return changes.map((change, index) => {
      if (change.document === undefined) return change;
      const document = documents[index];
      const { view, id, revision } = change;
      return document === undefined
        ? { view, id, revision, removed: true }
        : { ...change, document };
    });
  }

  /** @param changes changes of one organization */
  async presentCommitted(changes: readonly CommittedChange[]): Promise<PresentedChange[]> {
    const [first] = changes;
    if (!first) return [];
    const { organizationId } = first;
    const entries = changes.map(({ view, json }): Entry => ({
      view,
      document: json === undefined ? undefined : (JSON.parse(json) as unknown),
    }));
    const dependsOnRole = ({ view }: Entry): boolean =>
      'dependsOnRole' in this.presenters.get(view);
    const [forAdmins, forOthers] = await Promise.all([
      this.present(entries, { organizationId, role: 'admin' }),
      this.present(
        entries.map((entry) => (dependsOnRole(entry) ? entry : { view: entry.view })),
        { organizationId, role: 'sales' },
      ),
    ]);
    return changes.map(({ json: _, ...change }, index) => ({
      ...change,
      document: forAdmins[index],
      ...(dependsOnRole(change) && { forOthers: { document: forOthers[index] } }),
    }));
  }

  /** Looks up once per view, and once for all named people. */
  private async present(entries: readonly Entry[], reader: DocumentReader): Promise<unknown[]> {
    const existing = entries.filter(({ document }) => document !== undefined);
    const peopleIds = existing.flatMap(({ view, document }) => {
      const presenter = this.presenters.get(view);
      return 'people' in presenter ? presenter.people(document as never) : [];
    });
    const [person, rows] = await Promise.all([
      this.names.load(peopleIds),
      this.presentRows(existing, reader),
    ]);
    return entries.map(({ view, document }) => {
      const presenter = this.presenters.get(view);
      if (document === undefined) return undefined;
      return 'show' in presenter ? presenter.show(document as never, person) : rows.get(document);
    });
  }

  private async presentRows(
    entries: readonly Entry[],
    reader: DocumentReader,
  ): Promise<ReadonlyMap<unknown, unknown>> {
    const rows = new Map<unknown, unknown>();
    await Promise.all(
      [...new Set(entries.map(({ view }) => view))].map(async (view) => {
        const presenter = this.presenters.get(view);
        if (!('rows' in presenter)) return;
        const documents = entries.flatMap((entry) => (entry.view === view ? [entry.document] : []));
        const presented = await presenter.rows(documents as never, reader);
        for (const [index, document] of documents.entries()) rows.set(document, presented[index]);
      }),
    );
    return rows;
  }
}
