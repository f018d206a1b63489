import type { OutboxItem } from '../lib/outbox/outbox-item.js';
import { type QueuedCommand, useOutboxState } from '../lib/outbox/outbox.js';

const isSendCommandOf =
  (quotationId: string) =>
  ({ name, recordId }: QueuedCommand): boolean =>
    name === 'SendQuotation' && recordId === quotationId;

/** Finds the outbox item that sends a quotation, waiting or refused. */
export const findQueuedSend = (quotationId: string) =>
  useOutboxState.getState().items.find(isSendCommandOf(quotationId));

/** Whether the outbox has an item that sends the quotation. */
export const useIsSendQueued = (quotationId: string): boolean =>
  useOutboxState(({ items }) => items.some(isSendCommandOf(quotationId)));

/** Refusal of a quotation's sending; undefined without one. */
export const useRefusedSend = (quotationId: string): OutboxItem['problem'] =>
  useOutboxState(
    ({ items }) =>
      items.find((item) => isSendCommandOf(quotationId)(item) && item.state === 'refused')?.problem,
  );
