import { useQuery } from '@tanstack/react-query';
import { draftStore } from './draft-store.js';
import { scopeOf, useIdentity } from '../account/identity.js';
import { invalidate, queryClient } from '../query-client.js';

/** Parses a stored draft, perhaps of another version of the app. Never throws. */
export type ReadDraft<Draft> = (stored: unknown, version: number) => Draft;

/**
 * Reads a stored draft; undefined without one.
 * @throws where the device cannot be read
 */
export async function readDraft<Draft>(
  key: string,
  read: ReadDraft<Draft>,
): Promise<
  | { readonly draft: Draft; readonly storedFileIds: ReadonlySet<string>; readonly at: number }
  | undefined
> {
  const found = await draftStore.get(key);
  return found && { ...found, draft: read(found.draft, found.version) };
}

interface DraftChangeSource {
  readonly isFromOtherTab: boolean;
}
/** Listener to writes and deletions of drafts, in this tab and others. */
type Listener = (key: string, source: DraftChangeSource) => void;
const listeners = new Set<Listener>();
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fieldtrace-drafts');
channel?.addEventListener('message', ({ data }: MessageEvent<string>) =>
  notifyListeners(data, { isFromOtherTab: true }),
);
function notifyListeners(key: string, source: DraftChangeSource): void {
  void invalidate(({ queryKey }) => queryKey[0] === 'draft' && key.startsWith(String(queryKey[1])));
  for (const listener of listeners) listener(key, source);
}
/** Notifies the listeners of all tabs. */
export function announceDraft(key: string): void {
  notifyListeners(key, { isFromOtherTab: false });
  channel?.postMessage(key);
}
export function onDraftChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Stored draft of a form whose draft all tabs share; undefined without one. */
export function useSharedDraft<Draft>(form: string, read: ReadDraft<Draft>): Draft | undefined {
  const key = `${useIdentity(scopeOf)}|${form}`;
  const { data } = useQuery(
    {
      queryKey: ['draft', key],
      queryFn: async () => (await readDraft(key, read))?.draft ?? null,
      gcTime: 0,
      retry: false,
    },
    queryClient,
  );
  return data ?? undefined;
}
