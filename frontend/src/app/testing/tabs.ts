import { jest } from '@jest/globals';

/** BroadcastChannel between the tabs of this process: messages arrive a little later, in order. */
class TabChannel {
  private static readonly open = new Map<string, Set<TabChannel>>();
  private readonly listeners = new Set<(event: { readonly data: unknown }) => void>();

  constructor(readonly name: string) {
    TabChannel.open.set(name, (TabChannel.open.get(name) ?? new Set()).add(this));
  }

  addEventListener(_: 'message', listener: (event: { readonly data: unknown }) => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_: 'message', listener: (event: { readonly data: unknown }) => void): void {
    this.listeners.delete(listener);
  }

  postMessage(message: unknown): void {
    const data = structuredClone(message);
    setTimeout(() => {
      for (const channel of TabChannel.open.get(this.name)!) if (channel !== this) for (const listener of channel.listeners) listener({ data });
    }, 5);
  }
}

const held = new Set<string>();
/** Web Locks of one origin, of which tabs ask only `ifAvailable`. */
const locks = {
  request: async <Result>(name: string, _: object, work: (lock: object | null) => Promise<Result>): Promise<Result> => {
    if (held.has(name)) return work(null);
    held.add(name);
    return work({}).finally(() => held.delete(name));
  },
};

/** Gives this process what the tabs of a browser share. Call before tabs are loaded. */
export function shareBetweenTabs(): void {
  Object.assign(globalThis, { BroadcastChannel: TabChannel });
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}

/** Modules of one tab, with a state of their own. */
export async function loadTab() {
  let loaded: Awaited<ReturnType<typeof modules>> | undefined;
  await jest.isolateModulesAsync(async () => {
    loaded = await modules();
  });
  return loaded!;
}
export type Tab = Awaited<ReturnType<typeof loadTab>>;

async function modules() {
  const { tabCache, forgetAnswers, storeAnswers } = await import('../../lib/device-cache.js');
  const { becomes, identity, sessionEnded } = await import('../../lib/identity.js');
  const { onBackOnline, watchNetwork } = await import('../../lib/network.js');
  const { enqueueAndWait, sendOrQueue, useOutboxState } = await import('../../lib/outbox.js');
  const { flush, startOutbox } = await import('../../lib/outbox-sender.js');
  const { outboxStore } = await import('../../lib/outbox-store.js');
  const { draftStore } = await import('../../lib/draft-store.js');
  const { keyOf } = await import('../../lib/drafts.js');
  const { flushInvalidations, receiveChanges } = await import('../../lib/live-changes.js');
  const { forgetPositions, resumedAt } = await import('../../lib/position.js');
  const { invalidateAll, invalidateFailed, queryClient } = await import('../../lib/query-client.js');
  const { post } = await import('../../lib/api.js');
  const { leadQuery, renewsLeads } = await import('../../shared/lead-record.js');
  const { listSource } = await import('../../shared/list-query.js');
  const { comparesStaleEdits } = await import('../../shared/stale-edit.js');
  const outbox = { enqueueAndWait, sendOrQueue, useOutboxState, outboxStore, flush, startOutbox };
  const session = { becomes, identity, sessionEnded, forgetAnswers, storeAnswers, post };
  const live = { flushInvalidations, receiveChanges, forgetPositions, resumedAt, invalidateAll, invalidateFailed, onBackOnline, watchNetwork };
  const drafts = { draftStore, keyOf };
  return { tabCache, queryClient, leadQuery, renewsLeads, listSource, comparesStaleEdits, ...outbox, ...session, ...live, ...drafts };
}
