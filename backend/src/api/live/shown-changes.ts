import { Injectable } from '@nestjs/common';
import { Names } from '../../auth/names.js';
import { type DocumentReader, Presenters } from '../../auth/presenting.js';
import type { CommittedChange } from './change-feed.js';
import type { ChangeNotification, ShownChange } from './socket-messages.js';

interface Entry {
  readonly view: string;
  readonly document?: unknown;
}

/**
 * Changes with their documents as queries answer them: with the names of people, and with all else
 * that is looked up.
 */
@Injectable()
export class ShownChanges {
  constructor(
    private readonly names: Names,
    private readonly presenters: Presenters,
  ) {}

  async notifications(
    changes: readonly ChangeNotification[],
    reader: DocumentReader,
  ): Promise<ChangeNotification[]> {
    const documents = await this.show(changes, reader);
    return changes.map((change, index) => {
      if (change.document === undefined) return change;
      const document = documents[index];
      const { view, id, revision } = change;
      return document === undefined
        ? { view, id, revision, removed: true }
        : { ...change, document };
    });
  }

  /** @param changes of one organization */
  async committed(changes: readonly CommittedChange[]): Promise<ShownChange[]> {
    const [first] = changes;
    if (!first) return [];
    const { organizationId } = first;
    const entries = changes.map(({ view, json }): Entry => ({
      view,
      document: json === undefined ? undefined : (JSON.parse(json) as unknown),
    }));
    const isByRole = ({ view }: Entry): boolean => 'isByRole' in this.presenters.of(view);
    const [forAdmins, forOthers] = await Promise.all([
      this.show(entries, { organizationId, role: 'admin' }),
      this.show(
        entries.map((entry) => (isByRole(entry) ? entry : { view: entry.view })),
        { organizationId, role: 'sales' },
      ),
    ]);
    return changes.map(({ json: _, ...change }, index) => ({
      ...change,
      document: forAdmins[index],
      ...(isByRole(change) && { forOthers: { document: forOthers[index] } }),
    }));
  }

  /** Looks up once per view, and once for all people who are named. */
  private async show(entries: readonly Entry[], reader: DocumentReader): Promise<unknown[]> {
    const known = entries.filter(({ document }) => document !== undefined);
    const named = known.flatMap(({ view, document }) => {
      const presenter = this.presenters.of(view);
      return 'people' in presenter ? presenter.people(document as never) : [];
    });
    const [person, rows] = await Promise.all([this.names.of(named), this.rows(known, reader)]);
    return entries.map(({ view, document }) => {
      const presenter = this.presenters.of(view);
      if (document === undefined) return undefined;
      return 'show' in presenter ? presenter.show(document as never, person) : rows.get(document);
    });
  }

  private async rows(
    entries: readonly Entry[],
    reader: DocumentReader,
  ): Promise<ReadonlyMap<unknown, unknown>> {
    const rows = new Map<unknown, unknown>();
    await Promise.all(
      [...new Set(entries.map(({ view }) => view))].map(async (view) => {
        const presenter = this.presenters.of(view);
        if (!('rows' in presenter)) return;
        const documents = entries.flatMap((entry) => (entry.view === view ? [entry.document] : []));
        const shown = await presenter.rows(documents as never, reader);
        for (const [index, document] of documents.entries()) rows.set(document, shown[index]);
      }),
    );
    return rows;
  }
}
