import { grouped } from '../read-store/parts-of-commit.js';
import type { Commit } from '../read-store/read-store.js';

type Texts = readonly (string | undefined | null)[];
/** A commit as it goes from thread to thread: lists of texts cost a tenth of as many objects. */
export type PackedCommit = Omit<Commit, 'documents'> & {
  readonly documents: readonly { readonly collection: string; readonly ids: readonly string[]; readonly json: Texts; readonly before: Texts }[];
};

export const packed = ({ documents, ...commit }: Commit): PackedCommit => ({
  ...commit,
  documents: [...grouped(documents, ({ collection }) => collection)].map(([collection, parts]) => ({
    collection,
    ids: parts.map(({ id }) => id),
    json: parts.map(({ json }) => json),
    before: parts.map(({ before }) => before),
  })),
});

export const unpacked = ({ documents, ...commit }: PackedCommit): Commit => ({
  ...commit,
  documents: documents.flatMap(({ collection, ids, json, before }) =>
    ids.map((id, index) => ({ collection, id, json: json[index] ?? undefined, before: before[index] })),
  ),
});
