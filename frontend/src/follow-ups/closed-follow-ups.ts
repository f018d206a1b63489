import type { CommandName } from '#domain/commands.js';
import type { QueuedCommand } from '../lib/outbox/outbox.js';

/** Commands that close a follow-up. */
const closing: readonly CommandName[] = ['CompleteFollowUp', 'CancelFollowUp', 'RecordVisit'];

/** Id of the follow-up that a command on this device closes. */
export const closedBy = ({ name, data, state }: QueuedCommand): unknown =>
  closing.includes(name) && state !== 'refused' ? data['followUpId'] : undefined;
