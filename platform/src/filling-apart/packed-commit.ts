import { grouped } from '../read-store/parts-of-commit.js';
import type { Commit } from '../read-store/read-store.js';

/** Many texts as one, a line each: a text costs a thread more for being one than for its length. No JSON has a line break in it. */
type Lines = string;
/**
 * A commit as it goes from thread to thread. An empty line is a document that goes, or one that was not there before. What was
 * there is only told where somebody looks into it: `known` says that something was, `unknown` that nobody knows.
 */
export type PackedCommit = Omit<Commit, 'documents'> & {
  readonly documents: readonly { readonly collection: string; readonly ids: string; readonly json: Lines; readonly before: Lines }[];
};

const [unknown, known] = ['?', '!'];

/** @param isPlain nothing is indexed or searched there, so that what goes needs not be found again by what it was */
export const packed = ({ documents, ...commit }: Commit, isPlain: (collection: string) => boolean): PackedCommit => ({
  ...commit,
  documents: [...grouped(documents, ({ collection }) => collection)].map(([collection, parts]) => ({
    collection,
    ids: JSON.stringify(parts.map(({ id }) => id)),
    json: parts.map(({ json = '' }) => json).join('\n'),
    before: linesBefore(parts, isPlain(collection)),
  })),
});

export const unpacked = ({ documents, ...commit }: PackedCommit): Commit => ({
  ...commit,
  documents: documents.flatMap(({ collection, ids, json, before }) => {
    const [texts, befores] = [json.split('\n'), before.split('\n')];
    return (JSON.parse(ids) as string[]).map((id, index) => ({ collection, id, json: texts[index] || undefined, before: beforeOf(befores[index]!) }));
  }),
});

const linesBefore = (parts: Commit['documents'], isPlain: boolean): Lines =>
  parts.map(({ before }) => (before === undefined ? unknown : before === null ? '' : isPlain ? known : before)).join('\n');

const beforeOf = (line: string) => (line === unknown ? undefined : line || null);
