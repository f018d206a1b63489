import { Injectable } from '@nestjs/common';
import { Names } from '../../auth/names.js';
import { Presenters } from '../../auth/presenting.js';
import type { CommittedChange } from './change-feed.js';
import type { ChangeNotification, ShownChange } from './socket-messages.js';

/** Changes with their documents as queries answer them: with the names of people. */
@Injectable()
export class ShownChanges {
  constructor(
    private readonly names: Names,
    private readonly presenters: Presenters,
  ) {}

  async notifications(changes: readonly ChangeNotification[]): Promise<ChangeNotification[]> {
    const documents = await this.show(changes.map(({ view, document }) => ({ view, document })));
    return changes.map((change, index) => (change.document === undefined ? change : { ...change, document: documents[index] }));
  }

  async committed(changes: readonly CommittedChange[]): Promise<ShownChange[]> {
    const documents = await this.show(
      changes.map(({ view, json }) => ({ view, document: json === undefined ? undefined : (JSON.parse(json) as unknown) })),
    );
    return changes.map(({ json: _, ...change }, index) => ({ ...change, document: documents[index] }));
  }

  /** With one look at all the people they name. */
  private async show(entries: readonly { readonly view: string; readonly document: unknown }[]): Promise<unknown[]> {
    const known = entries.map(({ view, document }) => ({ document, presenter: document === undefined ? undefined : this.presenters.of(view) }));
    const person = await this.names.of(known.flatMap(({ document, presenter }) => presenter?.people(document as never) ?? []));
    return known.map(({ document, presenter }) => presenter?.show(document as never, person));
  }
}
