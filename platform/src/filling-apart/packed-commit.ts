import { grouped } from '../read-store/parts-of-commit.js';
import type { Commit } from '../read-store/read-store.js';

/** Many texts as one, a line each: a text costs a thread more for being one than for its length. No JSON has a line break in it. */
type Lines = string;
/**
 * A commit as it goes from thread to thread. An empty line is a document that goes, or one that was not there before; where it is
 * not known what was there, an `unknown`.
 */
export type PackedCommit = Omit<Commit, 'documents'> & {
  readonly documents: readonly { readonly collection: string; readonly ids: string; readonly json: Lines; readonly before: Lines }[];
};

const unknown = '?';

export const packed = ({ documents, ...commit }: Commit): PackedCommit => ({
  ...commit,
  documents: [...grouped(documents, ({ collection }) => collection)].map(([collection, parts]) => ({
    collection,
    ids: JSON.stringify(parts.map(({ id }) => id)),
    json: parts.map(({ json = '' }) => json).join('\n'),
    before: parts.map(({ before }) => (before === undefined ? unknown : (before ?? ''))).join('\n'),
  })),
});

export const unpacked = ({ documents, ...commit }: PackedCommit): Commit => ({
  ...commit,
  documents: documents.flatMap(({ collection, ids, json, before }) => {
    const [texts, befores] = [json.split('\n'), before.split('\n')];
    return (JSON.parse(ids) as string[]).map((id, index) => ({ collection, id, json: texts[index] || undefined, before: beforeOf(befores[index]!) }));
  }),
});

const beforeOf = (line: string) => (line === unknown ? undefined : line || null);
