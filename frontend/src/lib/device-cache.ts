import type { Query } from '@tanstack/react-query';
import { database } from './database.js';
import { identity, onSessionEnded, scopeOf } from './identity.js';
import { outboxStore } from './outbox-store.js';
import { isMissing, queryClient, sessionKey } from './query-client.js';
import { AnswerStore } from './records/answer-store.js';
import type { Version } from './records/record.js';
import { leadOf } from './records/record-store.js';
import { TabCache } from './records/tab-cache.js';

/**
 * Version of the server's answers, set by the build: what an older app stored is not shown by a
 * newer one.
 */
declare const viewsVersion: string | undefined;
const version = typeof viewsVersion === 'undefined' ? 'development' : viewsVersion;

/** Records beyond their limit are forgotten this often. */
const PRUNE_MS = 60 * 60_000;

/** The first screen waits so long for the device, in milliseconds. */
const RESTORE_LIMIT_MS = 500;

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fieldtrace-records');
const device = { database, channel };

/** Records, lists and answers of this tab, scoped by build, account and organization. */
export const tabCache = new TabCache(
  {
    ...device,
    scope: () =>
      identity().accountId === undefined ? undefined : `${version}|${scopeOf(identity())}`,
  },
  queryClient,
);
const { answers } = tabCache;
export const { records, lists } = tabCache;

/** Session, which is read before the scope is known. */
const sessions = new AnswerStore({ ...device, scope: () => `${version}|session` }, queryClient);

const isSession = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => queryKey[0] === sessionKey[0];

/** Stores on the device what the server answers, from now on. */
export function storeAnswers(): void {
  sessions.start(isSession);
  answers.start((query) => !isSession(query) && !isMissing(query.state.error));
  onSessionEnded(dropAnswers);
  setInterval(() => tabCache.prune(), PRUNE_MS);
  // a page that is left, or a phone that is locked, may not come back
  const leaving = (): void => void Promise.all([sessions.flush(), tabCache.flush()]);
  addEventListener('pagehide', leaving);
  document.addEventListener('visibilitychange', leaving);
}

/**
 * Restores who was signed in here and what that person last saw. @param recognize takes up who that
 * is
 */
export function restoreAnswers(recognize: () => void): Promise<void> {
  return beforeFirstScreen(restore(recognize).catch(recognize));
}

/** Waits for what is read from the device, as long as the first screen may. */
export const beforeFirstScreen = (reading: Promise<void>): Promise<void> =>
  Promise.race([reading, new Promise<void>((done) => setTimeout(done, RESTORE_LIMIT_MS))]);

async function restore(recognize: () => void): Promise<void> {
  await sessions.restore();
  recognize();
  if (queryClient.getQueryData(sessionKey) !== null) await tabCache.restore();
}

/**
 * Forgets a lead that is gone, with all that goes with it. @param version puts a tombstone in its
 * place
 */
export function forgetLead(leadId: string, version?: Version): void {
  records.forget(({ ref, document }) => leadOf(ref, document) === leadId);
  if (version) records.remove('lead', leadId, version);
  for (const queryKey of [
    ['lead', leadId],
    ['timeline', leadId],
  ]) {
    queryClient.removeQueries({ queryKey, type: 'inactive' });
    answers.remove(queryKey);
  }
}

/**
 * Answers of the server and sent items. Drafts and the outbox stay: they are scoped by account and
 * organization.
 */
async function clearDevice(): Promise<void> {
  try {
    await Promise.all([outboxStore.allSent().then(outboxStore.forget), tabCache.clear()]);
  } catch {
    // nothing was stored then
  }
}

/** Drops everything that the server answered, on the device and in memory. */
async function dropAnswers(): Promise<void> {
  queryClient.removeQueries({ predicate: (query) => !isSession(query) });
  queryClient.setQueryData(sessionKey, null);
  // one that waits to be stored would be there again after the device was cleared
  sessions.remove(sessionKey);
  await clearDevice();
}

/** In another role or organization: drops what was seen before, and asks for what is looked at. */
export async function forgetAnswers(): Promise<void> {
  const asked = queryClient.resetQueries({ predicate: (query) => !isSession(query) });
  await clearDevice();
  const session = queryClient.getQueryCache().find({ queryKey: sessionKey });
  if (session) sessions.store(session);
  await asked;
}
