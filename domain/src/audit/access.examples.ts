import { billId } from '../bills/bill.examples.js';
import type { MessageNamed } from '../kernel/texts/message.js';
import { asha, meera } from '../leads/lead.examples.js';
import type { AccessEvent } from './access.commands.js';

export const auditLinkId = '0190a6c2-0000-7000-8000-0000000000d1';

const feedOpened: MessageNamed<AccessEvent, 'AccessRecorded'> = {
  type: 'AccessRecorded',
  data: {
    screen: 'feed',
    export: 'feed',
    linkId: auditLinkId,
    filters: {
      kind: 'bill',
      record: billId,
      member: asha.id,
      type: 'BillApproved',
      from: '2026-11-01',
      to: '2026-11-30',
      outcome: 'done',
    },
    about: { kind: 'bill', recordId: billId },
  },
};
const approvalRefused: MessageNamed<AccessEvent, 'DecisionRefused'> = {
  type: 'DecisionRefused',
  data: {
    command: 'ApproveBill',
    kind: 'bill',
    recordId: billId,
    memberId: meera.id,
    reason: 'own-bill',
    last: true,
  },
};

/** Example of each event with every optional field: the stored form of the current version. */
export const accessExamples = {
  AccessRecorded: feedOpened,
  DecisionRefused: approvalRefused,
} satisfies Record<AccessEvent['type'], AccessEvent>;
