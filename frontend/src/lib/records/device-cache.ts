import type { Query } from '@tanstack/react-query';
import { openDatabase, runOnceAnswered } from '../database.js';
import { identity, onSessionEnded, scopeOf } from '../account/identity.js';
import { outboxStore } from '../outbox/outbox-store.js';
import { isMissing, queryClient, sessionKey } from '../query-client.js';
import { AnswerStore } from './answer-store.js';
import type { Version } from './record.js';
import { leadOf } from './record-store.js';
import { TabCache } from './tab-cache.js';

/** Version of the answers' format, set by the build. Answers of an older build are not shown. */
declare const viewsVersion: string | undefined;
const answersVersion = typeof viewsVersion === 'undefined' ? 'development' : viewsVersion;

/** Interval at which records beyond their limit are forgotten. */
const PRUNE_MS = 60 * 60_000;

/** Limit for reading the device before the first screen is drawn without it. */
const RESTORE_LIMIT_MS = 500;

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fieldtrace-records');
const device = { database: openDatabase, channel };

/** Records, lists and answers of this tab, scoped by build, account and organization. */
export const tabCache = new TabCache(
  {
    ...device,
    scope: () =>
      identity().accountId === undefined ? undefined : `${answersVersion}|${scopeOf(identity())}`,
  },
  queryClient,
);
const { answers } = tabCache;
export const { records, lists } = tabCache;

/** Stored session, read before the scope is known. */
const sessions = new AnswerStore(
  { ...device, scope: () => `${answersVersion}|session` },
  queryClient,
);

const isSession = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => queryKey[0] === sessionKey[0];

/** Starts to store the server's answers on the device. */
export function storeAnswers(): void {
  sessions.start(isSession);
  answers.start((query) => !isSession(query) && !isMissing(query.state.error));
  onSessionEnded(dropAnswers);
  setInterval(() => tabCache.prune(), PRUNE_MS);
  // a page that is left, or a locked phone, may never resume
  const storeNow = (): void => void Promise.all([sessions.flush(), tabCache.flush()]);
  addEventListener('pagehide', storeNow);
  document.addEventListener('visibilitychange', storeNow);
}

/**
 * Restores the signed-in account and its last answers.
 *
 * @param onSessionRead called once the stored session was read
 */
export function restoreAnswers(onSessionRead: () => void): Promise<void> {
  return withRestoreLimit(restore(onSessionRead).catch(onSessionRead));
}

/** Waits for a read of the device, at most `RESTORE_LIMIT_MS`. */
export const withRestoreLimit = (reading: Promise<void>): Promise<void> =>
  Promise.race([reading, new Promise<void>((done) => setTimeout(done, RESTORE_LIMIT_MS))]);

async function restore(onSessionRead: () => void): Promise<void> {
  await sessions.restore();
  onSessionRead();
  if (queryClient.getQueryData(sessionKey) !== null) await tabCache.restore();
}

/**
 * Forgets a deleted lead and its dependent records.
 * @param version leaves a tombstone of this version
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
 * Deletes answers and sent items. Drafts and the outbox stay, scoped by account and organization.
 */
async function clearDevice(): Promise<void> {
  const sent = await outboxStore.readAllSent().catch(() => []);
  await Promise.all([runOnceAnswered(() => outboxStore.forget(sent)), tabCache.clear()]);
}

/** Drops all answers, on the device and in memory. */
async function dropAnswers(): Promise<void> {
  queryClient.removeQueries({ predicate: (query) => !isSession(query) });
  queryClient.setQueryData(sessionKey, null);
  // a pending write would bring the session back after the device was cleared
  sessions.remove(sessionKey);
  await clearDevice();
}

/** Drops answers after a change of role or organization, and refetches the visible ones. */
export async function forgetAnswers(): Promise<void> {
  const refetch = queryClient.resetQueries({ predicate: (query) => !isSession(query) });
  await clearDevice();
  const session = queryClient.getQueryCache().find({ queryKey: sessionKey });
  if (session) sessions.store(session);
  await refetch;
}
