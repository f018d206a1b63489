import type { PersonRef } from '#domain/kernel/views.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { type PersonDocument, people } from '#projections/accounts/people.projection.js';
import { Injectable } from '@nestjs/common';
import type { Presenter } from '../presenting.js';

/**
 * Names of people, looked up when a list is read. Views store ids only, so that a name changes in
 * one place.
 */
@Injectable()
export class PersonNames {
  constructor(private readonly views: Views) {}

  /** Looks up names; unknown people have an empty name. */
  async load(ids: readonly string[]): Promise<(id: string) => PersonRef> {
    const found = await this.views.get<PersonDocument>(people, '', ids);
    return (id) => ({ id, name: found.get(id)?.name ?? '' });
  }

  /** Presents documents with one look-up of all their people. */
  async present<Stored, Shown>(
    documents: readonly Stored[],
    { people: peopleIds, show }: Presenter<Stored, Shown>,
  ): Promise<Shown[]> {
    const person = await this.load(documents.flatMap((document) => peopleIds(document)));
    return documents.map((document) => show(document, person));
  }
}
