import type { Query } from '@tanstack/react-query';
import { hashKey } from '@tanstack/react-query';
import { database, type KeptAnswer } from './database.js';
import { identity, onSessionEnded, scopeOf } from './identity.js';
import { Problem } from './problem.js';
import { queryClient } from './query-client.js';

/** After so long without the server nothing of it stays on a device that may be lost. */
const keptFor = 7 * 24 * 60 * 60_000;
const mostKept = 80;
/** Of what the server answers. Another one, whenever screens need what it did not have before: what an older version kept is forgotten. */
const shape = 3;
/** Of a long list only its first pages open again without a network. */
const pagesKept = 4;
/** What comes at first is written at once, because the tab may be closed as soon as it was seen; then this often, in milliseconds. */
const writeEvery = 400;

/** Everyone's: it says whose the browser is, so it cannot be scoped by that. */
export const sessionKey = ['me'] as const;
const isSession = (queryKey: readonly unknown[]): boolean => queryKey[0] === sessionKey[0];

/** What an infinite list keeps of itself. */
function firstPages(data: unknown): unknown {
  const pages = (data as { pages?: unknown[]; pageParams?: unknown[] } | undefined)?.pages;
  if (!Array.isArray(pages)) return data;
  const { pageParams } = data as { pageParams: unknown[] };
  return { pages: pages.slice(0, pagesKept), pageParams: pageParams.slice(0, pagesKept) };
}

/** Takes what was kept into the query client, each with its age. Ages past a week are dropped from the device. */
async function load(scope: string): Promise<void> {
  const db = await database();
  const all = await db.getAllFromIndex('answers', 'at');
  const tooOld = all.filter(({ at, ...kept }, place) => kept.shape !== shape || at < Date.now() - keptFor || place < all.length - mostKept);
  for (const { key } of tooOld) await db.delete('answers', key);
  for (const answer of all) {
    if (tooOld.includes(answer) || answer.scope !== scope || queryClient.getQueryData(answer.queryKey) !== undefined) continue;
    queryClient.setQueryData(answer.queryKey, answer.data, { updatedAt: answer.at });
    // shown at once, and asked for again as soon as somebody looks
    void queryClient.invalidateQueries({ queryKey: answer.queryKey, exact: true, refetchType: 'none' });
  }
}

const scopeFor = (queryKey: readonly unknown[]): string => (isSession(queryKey) ? '' : scopeOf(identity()));
const keyOf = (queryKey: readonly unknown[]): string => `${scopeFor(queryKey)}|${hashKey(queryKey)}`;

const waiting = new Map<string, Query>();
let timer: ReturnType<typeof setTimeout> | undefined;
let written = 0;

async function write(): Promise<void> {
  timer = undefined;
  written = Date.now();
  const queries = [...waiting.values()];
  waiting.clear();
  try {
    const db = await database();
    for (const { queryKey, state } of queries) {
      const answer: KeptAnswer = {
        key: keyOf(queryKey),
        scope: scopeFor(queryKey),
        queryKey,
        data: firstPages(state.data),
        at: state.dataUpdatedAt,
        shape,
      };
      if (state.data === null || state.data === undefined) await db.delete('answers', answer.key);
      else await db.put('answers', answer);
    }
  } catch {
    // a browser that keeps nothing still works while there is a network
  }
}

/** Deleted, or given to somebody else: the device must not show it either, not even without a network. */
const isGone = ({ state }: Query): boolean => state.error instanceof Problem && state.error.status === 404;

async function forget({ queryKey, queryHash }: Query): Promise<void> {
  waiting.delete(queryHash);
  try {
    await (await database()).delete('answers', keyOf(queryKey));
  } catch {
    // nothing was kept then
  }
}

/** Keeps what the server answers, from now on. */
export function keepAnswers(): void {
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.meta?.kept !== true) return;
    if (isGone(query)) void forget(query);
    if (query.state.status !== 'success') return;
    if (!isSession(query.queryKey) && identity().accountId === undefined) return;
    waiting.set(query.queryHash, query);
    timer ??= setTimeout(() => void write(), Math.min(writeEvery, Math.max(0, written + writeEvery - Date.now())));
  });
  onSessionEnded(dropAnswers);
}

/** Gives up rather than keep the first screen waiting, in milliseconds; a browser that keeps nothing has nothing to recall. */
const patience = 500;
async function recall(scope: string): Promise<void> {
  await Promise.race([load(scope), new Promise((done) => setTimeout(done, patience))]).catch(() => undefined);
}

/** Who was signed in here; then what that person last saw. */
export const recallSession = (): Promise<void> => recall('');
export const recallAnswers = (): Promise<void> => recall(scopeOf(identity()));

/** Nothing of the account stays on the device, or in memory. */
async function dropAnswers(): Promise<void> {
  waiting.clear();
  queryClient.removeQueries({ predicate: ({ queryKey }) => !isSession(queryKey) });
  queryClient.setQueryData(sessionKey, null);
  try {
    const db = await database();
    await Promise.all([db.clear('answers'), db.clear('drafts')]);
  } catch {
    // nothing was kept then
  }
}

/** In another role or organization: what was seen before is asked for anew where it is looked at, and gone from the device. */
export async function forgetAnswers(): Promise<void> {
  for (const [hash, { queryKey }] of waiting) if (!isSession(queryKey)) waiting.delete(hash);
  const asked = queryClient.resetQueries({ predicate: ({ queryKey }) => !isSession(queryKey) });
  try {
    const db = await database();
    const seen = (await db.getAll('answers')).filter(({ scope }) => scope !== '');
    await Promise.all(seen.map(({ key }) => db.delete('answers', key)));
  } catch {
    // nothing was kept then
  }
  await asked;
}
