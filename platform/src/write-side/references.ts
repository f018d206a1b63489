import { isFileReference } from '#domain/kernel/files/files.js';
import { refuse } from '#domain/kernel/refusal.js';
import type {
  CommandDefinition,
  FileReference,
  RecordReference,
  ReferenceKind,
} from '#domain/kernel/schema.js';
import type { FileRecords } from '../files/file-records.js';
import type { KnownOrganization } from './permission.js';

/** Look-ups of referenced files and records. */
export type References = {
  readonly files: Pick<FileRecords, 'resolve' | 'claim'>;
  /** Ids that name an existing record of this kind in the organization. */
  readonly records: (
    kind: RecordReference,
    ids: readonly string[],
    organizationId: string,
  ) => Promise<ReadonlySet<string>>;
};

/** Command whose references are checked. */
export type ReferenceCheck = {
  readonly data: object;
  /** Stream of the record that will hold the references. */
  readonly stream: string;
  readonly actorId: string;
  readonly organization: KnownOrganization | undefined;
  /** Present values of the fields that the command replaces or extends. */
  readonly existing: object | undefined;
};
/** Command data that states a file type. */
type WithFileType = { readonly fileType?: string | undefined };

/** File that a command adds to a record. */
export type AddedFile = {
  readonly kind: FileReference;
  readonly id: string;
  readonly field: string;
};

/**
 * Checks that all references are to the organization's own records. Ids that are unknown, of
 * another organization or of another kind are refused alike.
 */
export const createReferenceCheck = ({ files, records }: References) =>
  /**
   * @returns files that the record did not have before
   * @throws Refusal that names the field
   */
  async function checkReferences(
    { refersTo = {} }: CommandDefinition,
    { data, stream, actorId, organization, existing }: ReferenceCheck,
  ): Promise<readonly AddedFile[]> {
    const addedFiles: AddedFile[] = [];
    const dataAfter = { ...existing, ...data };
    const { fileType }: WithFileType = dataAfter;
    const hasTypeChanged = fileType !== (existing as WithFileType | undefined)?.fileType;
    for (const [field, kind] of Object.entries(refersTo)) {
      // A member may add only own files. The record's present references are not checked again,
      // because a colleague may have added their files. A new file type checks all of them.
      const existingIds = hasTypeChanged ? [] : idsIn(existing, field, kind);
      const addedIds = idsIn(dataAfter, field, kind).filter((id) => !existingIds.includes(id));
      if (addedIds.length === 0) continue;
      const knownIds = organization
        ? await findKnown(kind, addedIds, organization)
        : new Set<string>();
      if (!addedIds.every((id) => knownIds.has(id))) refuse('unknown-reference', field);
      if (isFileReference(kind)) addedFiles.push(...addedIds.map((id) => ({ kind, id, field })));
    }
    return addedFiles;

    function findKnown(
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

/**
 * Ids in a field: an id, a list of ids, or a list of objects such as `{ productId }`. A missing or
 * removed field has none.
 */
const idsIn = (data: object | undefined, field: string, kind: ReferenceKind): readonly string[] =>
  [(data as Readonly<Record<string, unknown>> | undefined)?.[field]]
    .flat()
    .map((item) =>
      typeof item === 'object' && item !== null
        ? (item as Readonly<Record<string, unknown>>)[`${kind}Id`]
        : item,
    )
    .filter((id) => typeof id === 'string');
