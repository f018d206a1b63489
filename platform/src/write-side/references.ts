import { isFileReference } from '#domain/kernel/files.js';
import { refuse } from '#domain/kernel/refusal.js';
import type {
  CommandDefinition,
  FileReference,
  RecordReference,
  ReferenceKind,
} from '#domain/kernel/schema.js';
import type { FileRecords } from '../files/file-records.js';
import type { KnownOrganization } from './permission.js';

/** Facts outside the streams of the record, the member and the organization. */
export type References = {
  readonly files: Pick<FileRecords, 'resolve' | 'claim'>;
  /** Those of the ids that are of such a record of the organization. */
  readonly records: (
    kind: RecordReference,
    ids: readonly string[],
    organizationId: string,
  ) => Promise<ReadonlySet<string>>;
};

/** Command whose references are checked. */
export type Referring = {
  readonly data: object;
  /** Stream of the record that will refer to it. */
  readonly stream: string;
  readonly actorId: string;
  readonly organization: KnownOrganization | undefined;
  /** Existing values that the command replaces or adds again, by the names of its fields. */
  readonly existing: object | undefined;
};
/** File type that a command states. */
type Typed = { readonly fileType?: string | undefined };

/** A file that a command adds to a record. */
export type AddedFile = {
  readonly kind: FileReference;
  readonly id: string;
  readonly field: string;
};

/**
 * All references of a command are to the organization's own. Unknown ones, foreign ones and those
 * of another kind are refused alike.
 */
export const referring = ({ files, records }: References) =>
  /** @returns files that the record did not have before @throws Refusal that names the field */
  async function checkReferences(
    { refersTo = {} }: CommandDefinition,
    { data, stream, actorId, organization, existing }: Referring,
  ): Promise<readonly AddedFile[]> {
    const addedFiles: AddedFile[] = [];
    const wanted = { ...existing, ...data };
    const { fileType }: Typed = wanted;
    const isRetyped = fileType !== (existing as Typed | undefined)?.fileType;
    for (const [field, kind] of Object.entries(refersTo)) {
      // A colleague's photo that this very list has already stays, also when someone else sends the
      // list with one more. Under another type its file is looked up anew.
      const kept = isRetyped ? [] : idsIn(existing, field, kind);
      const added = idsIn(wanted, field, kind).filter((id) => !kept.includes(id));
      if (added.length === 0) continue;
      const known = organization ? await knownOf(kind, added, organization) : new Set<string>();
      if (!added.every((id) => known.has(id))) refuse('unknown-reference', field);
      if (isFileReference(kind)) addedFiles.push(...added.map((id) => ({ kind, id, field })));
    }
    return addedFiles;

    function knownOf(
      kind: ReferenceKind,
      ids: readonly string[],
      { id: organizationId, members, locations }: KnownOrganization,
    ) {
      if (kind === 'member') return members;
      if (kind === 'location') return locations;
      return isFileReference(kind)
        ? files.resolve(kind, ids, { organizationId, actorId, stream, fileType })
        : records(kind, ids, organizationId);
    }
  };

/** A field that is left out or taken away refers to nothing. */
const idsIn = (data: object | undefined, field: string, kind: ReferenceKind): readonly string[] =>
  [(data as Readonly<Record<string, unknown>> | undefined)?.[field]]
    .flat()
    .map((one) =>
      typeof one === 'object' && one !== null
        ? (one as Readonly<Record<string, unknown>>)[`${kind}Id`]
        : one,
    )
    .filter((id) => typeof id === 'string');
