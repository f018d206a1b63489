import type { PersonRef } from '#domain/kernel/views.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { type PersonDocument, people } from '#projections/accounts/people.projection.js';
import { Injectable } from '@nestjs/common';
import type { Presenter } from './presenting.js';

/**
 * Names of people, looked up when a list is read: views keep ids only, so that a name is changed or
 * erased in one place.
 */
@Injectable()
export class Names {
  constructor(private readonly views: Views) {}

  /** Unknown people have an empty name. */
  async of(ids: readonly string[]): Promise<(id: string) => PersonRef> {
    const found = await this.views.get<PersonDocument>(people, '', ids);
    return (id) => ({ id, name: found.get(id)?.name ?? '' });
  }

  /** All of them with one look at the people they name. */
  async shown<Stored, Shown>(
    documents: readonly Stored[],
    { people: named, show }: Presenter<Stored, Shown>,
  ): Promise<Shown[]> {
    const person = await this.of(documents.flatMap((document) => named(document)));
    return documents.map((document) => show(document, person));
  }
}
