import type { ShownChange } from '#platform/live/deliveries.js';
import type { ToldChange } from '#platform/live/reader.js';
import type { CommittedChange } from '#platform/projection-running/read-side.js';
import { Inject, Injectable } from '@nestjs/common';
import { PARTS, type Parts } from '../parts.js';
import { Names } from '../sessions/names.js';
import { PRESENTERS, type Presenter, type Presenters } from '../sessions/presenting.js';

/** Changes with their documents as queries answer them: with the names of people. */
@Injectable()
export class ShownChanges {
  private readonly names: Names;

  constructor(
    @Inject(PARTS) { views }: Parts,
    @Inject(PRESENTERS) private readonly presenters: Presenters,
  ) {
    this.names = new Names(views);
  }

  async told(changes: readonly ToldChange[]): Promise<ToldChange[]> {
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
    const known = entries.map(({ view, document }) => ({ document, presenter: document === undefined ? undefined : this.presenters.get(view) }));
    const person = await this.names.of(known.flatMap(({ document, presenter }) => presenter?.people(document as never) ?? []));
    return known.map(({ document, presenter }: { document: unknown; presenter: Presenter | undefined }) =>
      presenter ? presenter.show(document as never, person) : document,
    );
  }
}
