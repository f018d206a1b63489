import { QueryObserver } from '@tanstack/react-query';
import '../../leads/lead-live.js';
import { post } from '../../lib/server/api.js';
import { bootstrap } from '../../lib/app-providers.js';
import { forgetAnswers, tabCache } from '../../lib/records/device-cache.js';
import { claimSlot } from '../../lib/drafts/draft-slots.js';
import { draftStore } from '../../lib/drafts/draft-store.js';
import { draftKeyOf } from '../../lib/drafts/drafts.js';
import { identity, scopeOf, useIdentity } from '../../lib/account/identity.js';
import { enterRoom, startLive } from '../../lib/live/live.js';
import { enqueueAndWait, sendOrQueue } from '../../lib/outbox/outbox.js';
import { startOutbox } from '../../lib/outbox/outbox-sender.js';
import { outboxStore } from '../../lib/outbox/outbox-store.js';
import { queryClient } from '../../lib/query-client.js';
import type { ListData } from '../../lib/records/list-data.js';
import type { ListSource } from '../../lib/records/list-queries.js';
import {
  setIdentityFrom,
  refreshSession,
  sessionQuery,
  signOut,
} from '../../lib/account/session.js';
import { leadQuery, renewLeadsWhenSent } from '../../kit/leads/lead-record.js';
import { listSource } from '../../kit/lists/list-query.js';
import { registerStaleEdits } from '../../kit/offline/stale-edit.js';

export {
  claimSlot,
  draftStore,
  enqueueAndWait,
  identity,
  draftKeyOf,
  outboxStore,
  queryClient,
  sendOrQueue,
  signOut,
  tabCache,
};

/** Lists on a tab's screen. */
export const shownLists: readonly ListSource[] = [
  listSource('/api/leads', {}),
  listSource('/api/leads', { status: 'New' }),
];
export const searchFor = (q: string): ListSource => listSource('/api/leads', { q });

const closeFunctions: (() => void)[] = [];
function show(options: object): void {
  closeFunctions.push(new QueryObserver(queryClient, options as never).subscribe(() => undefined));
}
/** Leads with an open page; cleared when the session ends. */
export const openedLeads = new Set<string>();
export function openLead(leadId: string): void {
  openedLeads.add(leadId);
  show(leadQuery(leadId));
}
export const readList = ({ queryKey }: ListSource): ListData | undefined =>
  queryClient.getQueryData<ListData>(queryKey);

/** Does what a page does at its start, without React. */
export async function openPage(): Promise<void> {
  renewLeadsWhenSent();
  registerStaleEdits();
  await bootstrap();
  const session = new QueryObserver(queryClient, sessionQuery);
  session.subscribe(({ data }) => followSession(data?.account.id));
  followSession(session.getCurrentResult().data?.account.id);
  useIdentity.subscribe(startServices);
  startServices();
}

let isShown = false;
let lastAccount: string | undefined;
/** Mirrors `RequireAuth` and `useForgetOnRoleChange`. */
function followSession(account: string | undefined): void {
  const { data } = new QueryObserver(queryClient, sessionQuery).getCurrentResult();
  setIdentityFrom(data);
  if (account !== undefined) {
    if (lastAccount !== undefined && lastAccount !== account) void forgetAnswers();
    lastAccount = account;
  }
  if (isShown === (account !== undefined)) return;
  isShown = account !== undefined;
  if (isShown) for (const source of shownLists) show(tabCache.lists.options(source));
  else {
    openedLeads.clear();
    for (const close of closeFunctions.splice(0)) close();
  }
}

/** Scope without account and organization. */
const SIGNED_OUT_SCOPE = '|';
let scopeOfServices = SIGNED_OUT_SCOPE;
let stopFunctions: (() => void)[] = [];
/** Mirrors the effects of `BackgroundServices`. */
function startServices(): void {
  queueMicrotask(() => {
    const scope = scopeOf(identity());
    if (scope === scopeOfServices) return;
    scopeOfServices = scope;
    for (const stop of stopFunctions) stop();
    stopFunctions =
      scope === SIGNED_OUT_SCOPE
        ? []
        : [startOutbox(), startLive(), enterRoom(`member:${identity().accountId}`)];
  });
}

/** Mirrors the sign-in page. */
export async function signIn(account: string): Promise<void> {
  await post('/api/auth/verify', { challengeId: account, code: '123456' });
  await refreshSession();
}
