import type { Refusal } from '../kernel/refusal.js';
import type { Message } from '../kernel/texts/message.js';
import type { AccessCommand } from './access.commands.js';
import type { AuditKind } from './audit.values.js';

type RefusedDecision = {
  readonly command: Message;
  readonly category: string;
  readonly recordId: string;
  readonly refusal: Refusal;
};

/** Command that records a refused decision: ids and codes, nothing that a person typed. */
export function toRefusalCommand({
  command: { type, data },
  category,
  recordId,
  refusal,
}: RefusedDecision): AccessCommand {
  const { memberId } = data as { readonly memberId?: string };
  return {
    type: 'RecordRefusal',
    data: {
      command: type,
      kind: category as AuditKind,
      recordId,
      ...(memberId !== undefined && { memberId }),
      reason: refusal.code,
    },
  };
}
