import { afterEach, describe, expect, test } from '@jest/globals';
import { type KeyStore, KeysMissing } from './key-store.js';

/**
 * Contract of every key store.
 * @param reopen closes the store and opens what it stored, like a restarted process
 */
export function keyStoreContract(
  create: () => Promise<KeyStore>,
  reopen: (store: KeyStore) => Promise<KeyStore>,
) {
  const opened: KeyStore[] = [];
  const closeLater = (store: KeyStore) => {
    opened.push(store);
    return store;
  };
  const open = async () => closeLater(await create());
  const openAgain = async (store: KeyStore) => closeLater(await reopen(store));
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });

  test('a store belongs to the log that it was created with, and to no other', async () => {
    const store = await open();
    await store.bindToLog('log-1', { hasEvents: false });
    await store.bindToLog('log-1', { hasEvents: true });
    await expect(store.bindToLog('log-2', { hasEvents: true })).rejects.toThrow(KeysMissing);
    await expect(store.bindToLog('log-2', { hasEvents: false })).rejects.toThrow(KeysMissing);
    await (await openAgain(store)).bindToLog('log-1', { hasEvents: true });
  });

  test('an empty store beside a log with events is a broken installation', async () => {
    const store = await open();
    await expect(store.bindToLog('log-1', { hasEvents: true })).rejects.toThrow(KeysMissing);
    await store.bindToLog('log-1', { hasEvents: false });
  });

  test('the two secrets are created once, and never change', async () => {
    const store = await open();
    const { hmac, signing } = await store.readSecrets();
    expect([hmac.length, signing.length]).toEqual([32, 32]);
    expect(Buffer.compare(hmac, signing)).not.toBe(0);
    expect(await (await openAgain(store)).readSecrets()).toEqual({ hmac, signing });
    expect((await (await open()).readSecrets()).hmac).not.toEqual(hmac);
  });

  test('keys exist from their creation on, each of them unique', async () => {
    const store = await open();
    const keys = await Promise.all(Array.from({ length: 20 }, () => store.store()));
    expect(new Set(keys.map(({ id }) => id)).size).toBe(20);
    expect(new Set(keys.map(({ key }) => Buffer.from(key).toString('hex'))).size).toBe(20);
    expect(keys.every(({ key }) => key.length === 32)).toBe(true);
    const found = await (await openAgain(store)).get(keys.map(({ id }) => id));
    for (const { id, key } of keys)
      expect(Buffer.compare((found.get(id) as { key: Uint8Array }).key, key)).toBe(0);
  });

  test('an unknown key is absent, and not an erased person', async () => {
    const store = await open();
    const made = await store.store();
    expect([...(await store.get([made.id, 'never-made'])).keys()]).toEqual([made.id]);
    expect(await store.get([])).toEqual(new Map());
  });

  test('a destroyed key permanently names the event that destroyed it; others stay', async () => {
    const store = await open();
    const [destroyed, intact] = [await store.store(), await store.store()];
    await store.destroy([destroyed.id], 'event-1');
    await store.destroy([destroyed.id], 'event-2');
    const found = await (await openAgain(store)).get([destroyed.id, intact.id]);
    expect(found.get(destroyed.id)).toEqual({ destroyedBy: 'event-1' });
    expect(found.get(intact.id)).toHaveProperty('key');
  });

  describe('a key that is held after an erasure', () => {
    const [erasedAt, due] = ['2026-11-21T09:30:00.000Z', '2026-11-22T09:30:00.000Z'];

    async function createWithHeldKey() {
      const store = await open();
      const [destroyed, intact] = [await store.store(), await store.store()];
      await store.destroy([destroyed.id], 'event-1', due);
      return { store, destroyed, intact };
    }

    test('reads as destroyed at once, and its bytes are kept apart until it is due', async () => {
      const { store, destroyed, intact } = await createWithHeldKey();
      const found = await openAgain(store);
      expect((await found.get([destroyed.id, intact.id])).get(destroyed.id)).toEqual({
        destroyedBy: 'event-1',
      });
      expect(await found.destroyDue(erasedAt)).toBe(0);
      const held = await found.findHeld([destroyed.id, intact.id]);
      expect([...held.keys()]).toEqual([destroyed.id]);
      expect(held.get(destroyed.id)!.until).toBe(due);
      expect(Buffer.compare(held.get(destroyed.id)!.key, destroyed.key)).toBe(0);
    });

    test('is destroyed when due; its tombstone and other keys stay', async () => {
      const { store, destroyed, intact } = await createWithHeldKey();
      expect(await store.destroyDue(due)).toBe(1);
      expect(await store.destroyDue(due)).toBe(0);
      expect(await store.findHeld([destroyed.id])).toEqual(new Map());
      const found = await store.get([destroyed.id, intact.id]);
      expect(found.get(destroyed.id)).toEqual({ destroyedBy: 'event-1' });
      expect(found.get(intact.id)).toHaveProperty('key');
    });

    test('keeps its end when its erasure is repeated, and gets an earlier one if requested', async () => {
      const { store, destroyed } = await createWithHeldKey();
      await store.destroy([destroyed.id], 'event-2', '2026-12-21T09:30:00.000Z');
      expect((await store.findHeld([destroyed.id])).get(destroyed.id)!.until).toBe(due);
      await store.destroy([destroyed.id], 'event-1', '2026-11-21T12:00:00.000Z');
      expect((await store.findHeld([destroyed.id])).get(destroyed.id)!.until).toBe(
        '2026-11-21T12:00:00.000Z',
      );
      expect((await store.get([destroyed.id])).get(destroyed.id)).toEqual({
        destroyedBy: 'event-1',
      });
      await store.destroy([destroyed.id], 'event-1');
      expect(await store.findHeld([destroyed.id])).toEqual(new Map());
    });

    test('is not held if it was destroyed before, or is unknown', async () => {
      const { store, intact } = await createWithHeldKey();
      await store.destroy([intact.id], 'event-1');
      await store.destroy([intact.id, 'never-known'], 'event-1', due);
      expect(await store.findHeld([intact.id, 'never-known'])).toEqual(new Map());
      expect((await store.get(['never-known'])).get('never-known')).toEqual({
        destroyedBy: 'event-1',
      });
    });

    test('is held by a copied store until the same instant', async () => {
      const { store, destroyed, intact } = await createWithHeldKey();
      await store.bindToLog('log-1', { hasEvents: false });
      const other = await open();
      for (let times = 0; times < 2; times++)
        await other.copyFrom(store, { sourceLog: 'log-1', targetLog: 'log-2' });
      expect((await other.get([destroyed.id, intact.id])).get(destroyed.id)).toEqual({
        destroyedBy: 'event-1',
      });
      const held = (await other.findHeld([destroyed.id, intact.id])).get(destroyed.id)!;
      expect([Buffer.compare(held.key, destroyed.key), held.until]).toEqual([0, due]);
    });
  });

  describe('the entry of a claim', () => {
    const entry = {
      id: 'claim-hmac',
      stream: 'claim-1',
      holder: 'lead-org_1',
      at: '2026-11-21T09:30:00.000Z',
    };
    const other = { ...entry, stream: 'claim-2', holder: 'lead-org_2' };

    test('is stored once, by the first caller, and found by its value', async () => {
      const store = await open();
      const outcomes = await Promise.all([store.putClaim(entry), store.putClaim(other)]);
      expect(outcomes.filter(Boolean)).toEqual([true]);
      const found = outcomes[0] ? entry : other;
      const reopened = await openAgain(store);
      expect(await reopened.findClaim(entry.id)).toEqual(found);
      expect(await reopened.findClaim('another')).toBeUndefined();
    });

    test('is replaced only by a caller who knows its stream', async () => {
      const store = await open();
      await store.putClaim(entry);
      expect(await store.putClaim({ ...other, stream: 'claim-3' }, 'claim-2')).toBe(false);
      const outcomes = await Promise.all([
        store.putClaim(other, 'claim-1'),
        store.putClaim({ ...other, stream: 'claim-3' }, 'claim-1'),
      ]);
      expect(outcomes.filter(Boolean)).toEqual([true]);
      expect(await store.putClaim(other, 'claim-1')).toBe(false);
      expect((await store.findClaim(entry.id))?.holder).toBe(other.holder);
    });

    test('is removed with its holder, not with a former one; then the value may be claimed again', async () => {
      const store = await open();
      await store.putClaim(entry);
      await store.putClaim(other, 'claim-1');
      await store.putClaim({ ...other, id: 'claim-of-another-value' });
      await store.removeClaimsOfHolder(entry.holder);
      expect(await store.findClaim(entry.id)).toEqual(other);
      await store.removeClaimsOfHolder(other.holder);
      expect([
        await store.findClaim(entry.id),
        await store.findClaim('claim-of-another-value'),
      ]).toEqual([undefined, undefined]);
      expect(await store.putClaim(other, 'claim-2')).toBe(false);
      expect(await store.putClaim(entry)).toBe(true);
    });

    test('is copied to another store', async () => {
      const [store, taker] = [await open(), await open()];
      await store.bindToLog('log-1', { hasEvents: false });
      await store.putClaim(entry);
      await store.putClaim({ ...other, id: 'claim-other' });
      for (let times = 0; times < 2; times++)
        await taker.copyFrom(store, { sourceLog: 'log-1', targetLog: 'log-2' });
      expect([await taker.findClaim(entry.id), await taker.findClaim('claim-other')]).toEqual([
        entry,
        { ...other, id: 'claim-other' },
      ]);
    });
  });

  test('a tombstone is accepted for a key that a restored backup lacks', async () => {
    const store = await open();
    await store.destroy(['younger-than-the-backup'], 'event-1');
    expect((await store.get(['younger-than-the-backup'])).get('younger-than-the-backup')).toEqual({
      destroyedBy: 'event-1',
    });
  });
}
