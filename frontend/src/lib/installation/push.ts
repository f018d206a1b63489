import type { AlertType } from '#domain/notifications/alerts.values.js';
import { get, post } from '../server/api.js';
import { identity } from '../account/identity.js';
import { runQueued } from '../../browser/tab-locks.js';

/**
 * `unsupported`: this browser cannot, or an iPhone without the installed app. `denied`: permission
 * refused.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/**
 * Storage key of this device's alert types, per account: another account on this device has
 * requested none.
 */
const storageKey = (): string => `ft-push-types|${identity().accountId ?? ''}`;

export const readPushTypes = (): readonly AlertType[] | undefined => {
  const text = localStorage.getItem(storageKey());
  return text === null ? undefined : (JSON.parse(text) as AlertType[]);
};

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export async function readPushState(): Promise<PushState> {
  if (!isSupported() || !(await navigator.serviceWorker.getRegistration())) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && readPushTypes() !== undefined ? 'on' : 'off';
}

/**
 * Runs changes one at a time across tabs, so that a renewal cannot undo a simultaneous turning off.
 */
const runExclusively = <Answer>(change: () => Promise<Answer>): Promise<Answer> =>
  runQueued('fieldtrace-push', change);

/** Requests permission, which needs a button press. A later call changes the alert types. */
export const turnPushOn = (types: readonly AlertType[]): Promise<PushState> =>
  runExclusively(() => subscribe(types));

async function subscribe(types: readonly AlertType[]): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const { pushManager } = await navigator.serviceWorker.ready;
  const { publicKey } = await get('/api/push', {});
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  await post('/api/push/subscribe', {
    endpoint: subscription.endpoint,
    keys: { p256dh, auth },
    types: [...types],
  });
  localStorage.setItem(storageKey(), JSON.stringify(types));
  return 'on';
}

export const turnPushOff = (): Promise<PushState> =>
  runExclusively<PushState>(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    if (subscription) {
      await post('/api/push/unsubscribe', { endpoint: subscription.endpoint });
      await subscription.unsubscribe();
    }
    localStorage.removeItem(storageKey());
    return 'off';
  });

/**
 * Unsubscribes on sign-out, because the push service may deliver messages to the next person. The
 * choice stays for the next sign-in.
 */
export async function endPushSubscription(): Promise<void> {
  if (!isSupported()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Subscribes again after a sign-in, if this account chose alerts on this device. */
export async function renewPush(): Promise<void> {
  if (readPushTypes() === undefined) return;
  await runExclusively(async () => {
    const types = readPushTypes();
    if (types !== undefined && (await readPushState()) === 'on') await subscribe(types);
  });
}
