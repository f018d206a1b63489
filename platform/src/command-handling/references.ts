import { refuse } from '#domain/kernel/refusal.js';
import type { CommandDefinition, ReferenceKind } from '#domain/kernel/schema.js';
import type { KnownOrganization } from './permission.js';

/** What stands outside every stream that a rule can read: files. */
export type References = {
  /** Those of the ids that are of that kind, of that organization, and the sender's to use. */
  resolve(
    kind: Exclude<ReferenceKind, 'member' | 'location'>,
    ids: readonly string[],
    by: { readonly organizationId: string; readonly actorId: string },
  ): Promise<ReadonlySet<string>>;
};

/** What a command is about to refer to. */
export type Referring = {
  readonly data: object;
  readonly actorId: string;
  readonly organization: KnownOrganization | undefined;
  /** The record as it stands. */
  readonly state: unknown;
};

/** Whatever a command refers to is the organization's own. What is unknown, foreign or of another kind is refused in one way, so that nobody learns which. */
export const referring = (references: References) =>
  /** @throws Refusal that names the field */
  async function checkReferences({ refersTo = {} }: CommandDefinition, { data, actorId, organization, state }: Referring): Promise<void> {
    for (const [field, kind] of Object.entries(refersTo)) {
      const ids = idsIn((data as Record<string, unknown>)[field]);
      if (ids.length === 0) continue;
      const known = organization ? await knownOf(kind, ids, organization) : new Set<string>();
      if (!ids.every((id) => known.has(id))) refuse('unknown-reference', field);
    }

    async function knownOf(kind: ReferenceKind, ids: readonly string[], { id: organizationId, members, locations }: KnownOrganization) {
      switch (kind) {
        case 'member':
          return members;
        case 'location':
          return locations;
        default: {
          // A colleague's photo that the record has already stays, also when someone else sends the list with one more.
          const added = ids.filter((id) => !mentions(state, id));
          const known = added.length > 0 ? await references.resolve(kind, added, { organizationId, actorId }) : added;
          return new Set([...known, ...ids.filter((id) => !added.includes(id))]);
        }
      }
    }
  };

/** A field that is left out or taken away refers to nothing. */
const idsIn = (value: unknown): readonly string[] => [value].flat().filter((id) => typeof id === 'string');

function mentions(state: unknown, id: string): boolean {
  if (typeof state !== 'object' || state === null) return state === id;
  return Object.values(state).some((value) => mentions(value, id));
}
