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
  /** What the command changes or adds again, by the names of its fields. */
  readonly existing: object | undefined;
};

/** All references of a command are to the organization's own. Unknown ones, foreign ones and those of another kind are refused alike. */
export const referring = (references: References) =>
  /** @throws Refusal that names the field */
  async function checkReferences({ refersTo = {} }: CommandDefinition, { data, actorId, organization, existing }: Referring): Promise<void> {
    for (const [field, kind] of Object.entries(refersTo)) {
      // A colleague's photo that this very list has already stays, also when someone else sends the list with one more.
      const kept = idsIn(existing, field);
      const added = idsIn(data, field).filter((id) => !kept.includes(id));
      if (added.length === 0) continue;
      const known = organization ? await knownOf(kind, added, organization) : new Set<string>();
      if (!added.every((id) => known.has(id))) refuse('unknown-reference', field);
    }

    function knownOf(kind: ReferenceKind, ids: readonly string[], { id: organizationId, members, locations }: KnownOrganization) {
      switch (kind) {
        case 'member':
          return members;
        case 'location':
          return locations;
        default:
          return references.resolve(kind, ids, { organizationId, actorId });
      }
    }
  };

/** A field that is left out or taken away refers to nothing. */
const idsIn = (data: object | undefined, field: string): readonly string[] =>
  [(data as Readonly<Record<string, unknown>> | undefined)?.[field]].flat().filter((id) => typeof id === 'string');
