import type { BillType } from '#domain/bills/bill.values.js';
import type { BillItem, SimilarBill } from '#domain/bills/bill.views.js';
import { get } from '../lib/server/api.js';
import { records } from '../lib/records/device-cache.js';
import { identity } from '../lib/account/identity.js';
import { useOutboxState } from '../lib/outbox/outbox.js';
import { isNewBill } from '../kit/offline/queued-commands.js';

export interface BillToSend {
  readonly type: BillType;
  readonly amountPaise: number;
  readonly spentOn: string;
  readonly imageSha256?: string | undefined;
}

/**
 * Time limit of the query: half of the 800 ms after which a form closes, so that sending fits in.
 */
const ANSWER_TIMEOUT_MS = 400;

/**
 * Finds a bill of this member with the same picture, or the same type, amount and date: on this
 * device, else on the server.
 * @param excludedIds of the bill itself, and of the rejected one that it replaces
 */
export async function findSimilarBill(
  bill: BillToSend,
  excludedIds: readonly (string | undefined)[],
): Promise<Omit<SimilarBill, 'billId'> | undefined> {
  const knownBill = findKnownBills().find(
    (other) => !excludedIds.includes(other.billId) && isSimilar(other, bill),
  );
  if (knownBill) return knownBill;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), ANSWER_TIMEOUT_MS);
  try {
    const { type, amountPaise, spentOn, imageSha256 } = bill;
    const query = { type, amountPaise: String(amountPaise), spentOn, imageSha256 };
    const found = (await get('/api/similar-bill', query, { signal: deadline.signal })).bill;
    return found && !excludedIds.includes(found.billId) ? found : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Own bills that wait here, were just sent, or were shown. */
function findKnownBills(): readonly (BillToSend & Pick<SimilarBill, 'billId'>)[] {
  const { items, sent } = useOutboxState.getState();
  const { accountId } = identity();
  const captured = [...items, ...sent].flatMap((item) => (isNewBill(item) ? item.data : []));
  const shownBills = records.all('bill') as readonly BillItem[];
  return [...captured, ...shownBills.filter(({ submittedBy }) => submittedBy.id === accountId)];
}

const isSimilar = (one: BillToSend, other: BillToSend): boolean =>
  (one.imageSha256 !== undefined && one.imageSha256 === other.imageSha256) ||
  (one.type === other.type &&
    one.amountPaise === other.amountPaise &&
    one.spentOn === other.spentOn);

/** SHA-256 of a picture; undefined where the browser has no crypto. */
export async function computeSha256(file: Blob): Promise<string | undefined> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return undefined;
  }
}
