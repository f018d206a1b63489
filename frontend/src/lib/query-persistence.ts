import { dehydrate, hydrate, type Query } from '@tanstack/react-query';
import { database, type PersistedQuery } from './database.js';
import { identity, onSessionEnded, scopeOf } from './identity.js';
import { isMissing, persistedFor, queryClient } from './query-client.js';
import { outboxStore } from './outbox-store.js';

/** Of what the server answers, set by the build: what an older version of the app kept is not shown by a newer one. */
declare const viewsVersion: string | undefined;
const version = typeof viewsVersion === 'undefined' ? 'development' : viewsVersion;

const mostPersisted = 80;
/** Of a long list only its first pages open again without a network. */
const pagesPersisted = 4;
/** What comes at first is written at once, because the tab may be closed as soon as it was seen; then this often, in milliseconds. */
const writeEvery = 1_000;
/** Gives up rather than keep the first screen waiting, in milliseconds. */
const patience = 500;
const record = 'queries';

export const sessionKey = ['me'] as const;
const isSession = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => queryKey[0] === sessionKey[0];
const isYoung = ({ state }: Pick<PersistedQuery, 'state'>): boolean => state.dataUpdatedAt > Date.now() - persistedFor;

/** Not what was deleted, or given to somebody else: the device must not show it either, not even without a network. */
function isPersisted(query: Query): boolean {
  const { meta, state } = query;
  if (meta?.kept !== true || state.data === undefined || state.data === null || !isYoung(query)) return false;
  if (isMissing(state.error)) return false;
  return isSession(query) || identity().accountId !== undefined;
}

function firstPages(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data;
  const { pages, pageParams } = data as { readonly pages: readonly unknown[]; readonly pageParams: readonly unknown[] };
  return { pages: pages.slice(0, pagesPersisted), pageParams: pageParams.slice(0, pagesPersisted) };
}

/** The newest first, before all who is signed in. Each is asked for again as soon as it is looked at. */
function snapshot(): readonly PersistedQuery[] {
  const { queries } = dehydrate(queryClient, { shouldDehydrateQuery: isPersisted, shouldDehydrateMutation: () => false });
  return queries
    .toSorted((one, other) => Number(isSession(other)) - Number(isSession(one)) || other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .slice(0, mostPersisted)
    .map(({ state, ...query }) => ({
      ...query,
      state: {
        ...state,
        data: firstPages(state.data),
        status: 'success',
        error: null,
        fetchFailureCount: 0,
        fetchFailureReason: null,
        isInvalidated: true,
      },
    }));
}

/** Until what is kept was read, and whose it is, a snapshot would lack it and take its place. */
let restoring: Promise<void> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;
let writtenAt = 0;

async function write(): Promise<void> {
  timer = undefined;
  writtenAt = Date.now();
  try {
    const db = await database();
    await restoring;
    await db.put('queries', { version, scope: scopeOf(identity()), queries: snapshot() }, record);
  } catch {
    // a browser that keeps nothing still works while there is a network
  }
}

/** Keeps on the device what the server answers, from now on. */
export function persistQueries(): void {
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.meta?.kept !== true) return;
    timer ??= setTimeout(() => void write(), Math.max(0, writtenAt + writeEvery - Date.now()));
  });
  onSessionEnded(dropQueries);
}

async function restore(): Promise<void> {
  const kept = await (await database()).get('queries', record);
  if (!kept || kept.version !== version || queryClient.getQueryData(sessionKey) === null) return;
  // the server was quicker, and knows this browser as somebody else's
  if (identity().accountId !== undefined && kept.scope !== scopeOf(identity())) return;
  hydrate(queryClient, { mutations: [], queries: kept.queries.filter(isYoung) });
}

/** Who was signed in here, and what that person last saw. @param recognize takes up who that is, before anything is written */
export function restoreQueries(recognize: () => void): Promise<void> {
  restoring = restore()
    .catch(() => undefined)
    .then(recognize);
  return Promise.race([restoring, new Promise<void>((done) => setTimeout(done, patience))]);
}

/** Answers of the server and sent items. Drafts and the outbox stay: they are scoped by account and organization. */
async function clearAnswers(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  try {
    await Promise.all([outboxStore.allSent().then(outboxStore.forget), (await database()).clear('queries')]);
  } catch {
    // nothing was kept then
  }
}

/** Nothing that the server answered stays on the device, or in memory. */
async function dropQueries(): Promise<void> {
  queryClient.removeQueries({ predicate: (query) => !isSession(query) });
  queryClient.setQueryData(sessionKey, null);
  await clearAnswers();
}

/** In another role or organization: what was seen before is gone from the device, and asked for anew where it is looked at. */
export async function forgetQueries(): Promise<void> {
  const asked = queryClient.resetQueries({ predicate: (query) => !isSession(query) });
  await clearAnswers();
  await asked;
}
