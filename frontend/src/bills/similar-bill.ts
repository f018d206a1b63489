import type { BillType } from '#domain/bills/bill.values.js';
import type { SimilarBill } from '#domain/bills/bill.views.js';
import { get } from '../lib/api.js';
import { useOutboxState } from '../lib/outbox.js';
import { isNewBill } from '../shared/queued-commands.js';

export interface BillToSend {
  readonly type: BillType;
  readonly amountPaise: number;
  readonly spentOn: string;
  readonly imageSha256?: string | undefined;
}

/** How long the server is waited for, in milliseconds: a bill is not held up by a warning. */
const patience = 1_500;

/** A bill of mine with the same picture, or with the same type, amount and date: one that waits here, or one that the server has. */
export async function similarBill(bill: BillToSend, exceptId: string): Promise<Omit<SimilarBill, 'billId'> | undefined> {
  const waiting = useOutboxState
    .getState()
    .items.flatMap((item) => (isNewBill(item) ? item.data : []))
    .find((other) => other.billId !== exceptId && isSimilar(other, bill));
  if (waiting) return waiting;
  try {
    const { type, amountPaise, spentOn, imageSha256 } = bill;
    const asked = { type, amountPaise: String(amountPaise), spentOn, imageSha256 };
    return (await get<{ bill?: SimilarBill }>('/api/similar-bill', asked, { signal: AbortSignal.timeout(patience) })).bill;
  } catch {
    return undefined;
  }
}

const isSimilar = (one: BillToSend, other: BillToSend): boolean =>
  (one.imageSha256 !== undefined && one.imageSha256 === other.imageSha256) ||
  (one.type === other.type && one.amountPaise === other.amountPaise && one.spentOn === other.spentOn);

/** SHA-256 of a picture as it was chosen; undefined where the browser has none to offer. */
export async function sha256Of(file: Blob): Promise<string | undefined> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return undefined;
  }
}
