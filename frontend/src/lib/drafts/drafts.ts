import { useCallback, useEffect, useRef, useState } from 'react';
import {
  claimSlot,
  reclaimSlot,
  registerClosing,
  runWhileClosed,
  storeClosedDrafts,
  type Slot,
  sharedSlot,
} from './draft-slots.js';
import { draftStore, hasNewFile } from './draft-store.js';
import { identity, scopeOf } from '../account/identity.js';
import { announceDraft, onDraftChange, type ReadDraft, readDraft } from './shared-drafts.js';

const WRITE_DELAY_MS = 250;
/**
 * Pauses before a failed write is repeated: the first, and the longest. Each pause is twice the
 * previous one.
 */
const RETRY_MS = { first: 1_000, longest: 60_000 };
/** Key of a form's draft, for this account in this organization. */
export const draftKeyOf = (form: string): string => `${scopeOf(identity())}|${form}`;

/** Reads a draft that is one text. */
export const readText: ReadDraft<string> = (stored) => (typeof stored === 'string' ? stored : '');

type StorageState = 'none' | 'stored' | 'failed';
function storageOf(key: string | undefined, draft: unknown): StorageState {
  if (key === undefined || draft === undefined) return 'none';
  return draftStore.unstored(key) === undefined ? 'stored' : 'failed';
}

interface DraftOptions<Draft> {
  readonly read: ReadDraft<Draft>;
  /** Merges text typed before the stored draft was read. Left out: the typed text replaces it. */
  readonly merge?: (stored: Draft, typed: Draft) => Draft;
  /**
   * Set if all tabs share one draft; called when another tab changes it. Left out: a draft per tab.
   */
  readonly onSharedChange?: ((draft: Draft | undefined) => void) | undefined;
}

/** Draft of a form, stored on this device until it is sent or discarded, across sessions too. */
export function useDraft<Draft>(
  form: string,
  { read, merge, onSharedChange }: DraftOptions<Draft>,
): {
  /** Undefined while reading; null without a draft. */
  readonly draft: Draft | null | undefined;
  readonly isStored: boolean;
  /** Whether the device could not store the draft, which is lost then when the page closes. */
  readonly isUnstored: boolean;
  readonly save: (draft: Draft) => void;
  /** Deletes the draft. Resolves to whether the device has deleted it. */
  readonly discard: () => Promise<boolean>;
  /**
   * Stops autosave and returns the draft's key; the outbox deletes it in its own transaction.
   * Undefined if the form does not show the stored draft.
   */
  readonly handOver: () => string | undefined;
  /** Resumes autosave. Resolves to whether the device has stored the draft. */
  readonly takeBack: (draft: Draft) => Promise<boolean>;
} {
  const [draft, setDraft] = useState<Draft | null>();
  const [storage, setStorage] = useState<StorageState>('none');
  const writeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Latest save that is not being written yet. */
  const unwrittenDraft = useRef<Draft>(undefined);
  /** Draft that was saved last, unless it was sent or discarded since. */
  const lastSaved = useRef<Draft>(undefined);
  const isHandedOver = useRef(false);
  const isOpen = useRef(true);
  /** Slot that the closed form has released, so that another form may have it. */
  const releasedSlot = useRef<Promise<Slot>>(undefined);
  /** Time of the stored draft that this form has read or written, in milliseconds. */
  const knownAt = useRef(0);
  const saveCount = useRef(0);
  const retryTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const retryPauseMs = useRef(RETRY_MS.first);
  /** Number of discards. A write that began before a discard does not count as stored. */
  const discardCount = useRef(0);
  const slot = useRef<Promise<Slot>>(undefined);
  const key = useRef<string>(undefined);
  const formKey = useRef('');
  const latest = useRef({ onSharedChange, read, merge });
  latest.current = { onSharedChange, read, merge };
  /** First read of the stored draft; undefined after it failed. */
  const firstRead = useRef<Promise<Draft | undefined>>(undefined);
  /** Reads the stored draft after the first read failed, as `unseenDraft`. */
  const readAgain = useRef<() => Promise<undefined>>(undefined);
  const isRead = useRef(false);
  /** Stored draft that was read too late to be shown. Sending or discarding the form keeps it. */
  const unseenDraft = useRef<Draft>(undefined);
  /** Whether something was typed before the stored draft was read. */
  const isTypedEarly = useRef(false);
  const storedFileIds = useRef<Set<string>>(new Set());
  const isShared = onSharedChange !== undefined;

  const store = useCallback(
    async (draftKey: string, value: Draft, fileIds: Set<string>): Promise<void> => {
      knownAt.current = await draftStore.put(draftKey, value, fileIds);
      announceDraft(draftKey);
    },
    [],
  );

  /**
   * Keeps a closed form's draft in memory, because the stored one could not be read. It becomes a
   * second draft, or is merged into the stored one if all tabs share that.
   */
  const keepClosed = useCallback((value: Draft): void => {
    const { onSharedChange, read, merge } = latest.current;
    const ownKey = onSharedChange ? formKey.current : `${formKey.current}#${Date.now()}`;
    draftStore.keep(
      ownKey,
      value,
      merge && (({ draft, version }) => merge(read(draft, version), value)),
    );
    announceDraft(ownKey);
  }, []);

  /** Stores the latest save if it is not stored yet. Resolves to false if the device failed. */
  const write = useCallback(async (): Promise<boolean> => {
    const value = unwrittenDraft.current;
    unwrittenDraft.current = undefined;
    clearTimeout(retryTimer.current);
    if (value === undefined || !slot.current) return true;
    const [discardsBefore, savesBefore] = [discardCount.current, saveCount.current];
    const isDiscarded = (): boolean => discardCount.current !== discardsBefore;
    const isObsolete = (): boolean => isDiscarded() || isHandedOver.current;
    const wasTypedEarly = isTypedEarly.current;
    isTypedEarly.current = false;
    let reclaiming: Promise<Slot> | undefined;
    let hasReachedStore = false;
    try {
      const ownKey = (await slot.current).key;
      let draftKey = ownKey;
      const isReleased = releasedSlot.current === slot.current;
      if (isReleased) {
        // at the same time, because the page may be left right after an undo
        reclaiming = reclaimSlot(ownKey);
        const [found, reclaimed] = await Promise.all([draftStore.get(ownKey), reclaiming]);
        // another form has changed this draft since
        if (found && found.at > knownAt.current) return true;
        draftKey = reclaimed.key;
      }
      const storedDraft =
        wasTypedEarly && !isRead.current
          ? await (firstRead.current ?? readAgain.current?.())
          : undefined;
      // discarded or sent while the draft was being read
      if (wasTypedEarly && isObsolete()) return true;
      const earlierDraft = unseenDraft.current ?? storedDraft;
      const merged =
        earlierDraft === undefined ? value : (latest.current.merge?.(earlierDraft, value) ?? value);
      hasReachedStore = true;
      await store(draftKey, merged, draftKey === ownKey ? storedFileIds.current : new Set());
      void storeClosedDrafts().catch(() => undefined);
      retryPauseMs.current = RETRY_MS.first;
      if (!isDiscarded()) setStorage('stored');
      return true;
    } catch {
      if (isObsolete()) return false;
      setStorage('failed');
      if (!isOpen.current) {
        // the draft store itself keeps a draft that it could not write
        if (!hasReachedStore) keepClosed(value);
        return false;
      }
      isTypedEarly.current ||= wasTypedEarly;
      // a newer save is written separately and must not be overwritten
      if (saveCount.current !== savesBefore) return false;
      unwrittenDraft.current = value;
      retryTimer.current = setTimeout(() => void write(), retryPauseMs.current);
      retryPauseMs.current = Math.min(2 * retryPauseMs.current, RETRY_MS.longest);
      return false;
    } finally {
      void reclaiming?.then(({ release }) => release());
    }
  }, [store, keepClosed]);

  useEffect(() => {
    let isCurrent = true;
    isOpen.current = true;
    const ownKey = draftKeyOf(form);
    formKey.current = ownKey;
    const claimed = isShared ? Promise.resolve(sharedSlot(ownKey)) : claimSlot(ownKey);
    slot.current = claimed;
    isRead.current = false;
    unseenDraft.current = undefined;
    const readStored = async (): Promise<Draft | undefined> => {
      key.current = (await claimed).key;
      const found = await readDraft(key.current, latest.current.read);
      knownAt.current = found?.at ?? 0;
      storedFileIds.current = new Set(found?.storedFileIds);
      isRead.current = true;
      return found?.draft;
    };
    const readUnseenDraft = async (): Promise<undefined> => {
      unseenDraft.current = await readStored();
    };
    firstRead.current = readStored().then((found) => {
      const isShown = !isHandedOver.current;
      if (!isShown) unseenDraft.current = found;
      if (isCurrent) {
        setDraft((isShown ? found : undefined) ?? null);
        setStorage(isShown ? storageOf(key.current, found) : 'none');
      }
      return found;
    });
    readAgain.current = readUnseenDraft;
    // the form stays usable; the next write reads the stored draft again
    firstRead.current.catch(() => {
      firstRead.current = undefined;
      if (isCurrent) setDraft(null);
    });
    const unsubscribe = onDraftChange((draftKey, { isFromOtherTab }) => {
      const wasChangedByOtherTab = isFromOtherTab && draftKey === ownKey;
      if (!wasChangedByOtherTab || !latest.current.onSharedChange || isHandedOver.current) return;
      const savesBefore = saveCount.current;
      const showChangedDraft = async (): Promise<void> => {
        const found = await readDraft(draftKey, latest.current.read);
        if (!isCurrent || isHandedOver.current) return;
        // the other tab may have deleted files of this form
        storedFileIds.current = new Set(found?.storedFileIds);
        // text typed here meanwhile is newer, and stays
        if (saveCount.current !== savesBefore) {
          if (!hasNewFile(lastSaved.current, storedFileIds.current)) return;
          unwrittenDraft.current = lastSaved.current;
          return void write();
        }
        unseenDraft.current = undefined;
        setStorage(storageOf(key.current, found));
        latest.current.onSharedChange?.(found?.draft);
      };
      void showChangedDraft().catch(() => undefined);
    });
    // a page that is left, or a locked phone, may never resume
    const writeNow = (): void => void write();
    addEventListener('pagehide', writeNow);
    document.addEventListener('visibilitychange', writeNow);
    return () => {
      isCurrent = false;
      isOpen.current = false;
      removeEventListener('pagehide', writeNow);
      document.removeEventListener('visibilitychange', writeNow);
      unsubscribe();
      clearTimeout(writeTimer.current);
      writeTimer.current = undefined;
      registerClosing(
        ownKey,
        write().then(async () => {
          if (!isShared) releasedSlot.current = claimed;
          return (await claimed).release();
        }),
      );
    };
  }, [form, isShared, write]);

  const stopWriting = (): void => {
    clearTimeout(writeTimer.current);
    clearTimeout(retryTimer.current);
    writeTimer.current = undefined;
    unwrittenDraft.current = undefined;
    lastSaved.current = undefined;
  };
  const save = (value: Draft): Promise<boolean> => {
    if (isHandedOver.current) return Promise.resolve(true);
    unwrittenDraft.current = value;
    lastSaved.current = value;
    saveCount.current++;
    if (!isRead.current) isTypedEarly.current = true;
    // A pending text is written on page hide; a blob takes too long for that.
    if (writeTimer.current !== undefined && !hasNewFile(value, storedFileIds.current))
      return Promise.resolve(true);
    // The first change is written at once, because a tab may close; later ones are batched.
    const writing = write();
    clearTimeout(writeTimer.current);
    writeTimer.current = setTimeout(() => {
      writeTimer.current = undefined;
      void write();
    }, WRITE_DELAY_MS);
    return writing;
  };

  const discard = async (): Promise<boolean> => {
    stopWriting();
    isHandedOver.current = false;
    discardCount.current += 1;
    setStorage('none');
    // before the stored draft was read, this form has stored nothing
    if (!isRead.current || !slot.current) return true;
    const [unseen, fileIds] = [unseenDraft.current, storedFileIds.current];
    // files are deleted with the draft: the next write stores them again
    if (unseen === undefined) storedFileIds.current = new Set();
    try {
      const { key: draftKey } = await slot.current;
      const remove = (): Promise<void> =>
        unseen === undefined
          ? draftStore.delete(draftKey)
          : draftStore.put(draftKey, unseen, fileIds).then(() => undefined);
      // another form may show the draft by now
      if (releasedSlot.current === slot.current) await runWhileClosed(draftKey, remove);
      else await remove();
      announceDraft(draftKey);
      return true;
    } catch {
      return false;
    }
  };

  const handOver = (): string | undefined => {
    const lastDraft = unwrittenDraft.current;
    stopWriting();
    isHandedOver.current = true;
    if (!isRead.current || unseenDraft.current !== undefined) return undefined;
    // a page that is killed while it sends keeps the last typed text; not awaited, because the
    // outbox deletes the draft in a later transaction
    const isOwnSlot = releasedSlot.current !== slot.current;
    if (lastDraft !== undefined && key.current !== undefined && isOwnSlot)
      void store(key.current, lastDraft, storedFileIds.current).catch(() => undefined);
    storedFileIds.current = new Set();
    return key.current;
  };
  const takeBack = (value: Draft): Promise<boolean> => {
    stopWriting();
    isHandedOver.current = false;
    return save(value);
  };

  return {
    draft,
    isStored: storage === 'stored',
    isUnstored: storage === 'failed',
    save: (value) => void save(value),
    discard,
    handOver,
    takeBack,
  };
}
