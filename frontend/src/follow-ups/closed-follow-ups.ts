import type { CommandName } from '#domain/commands.js';
import type { QueuedCommand } from '../lib/outbox/outbox.js';

/** Commands that close a follow-up. */
const closingCommands: readonly CommandName[] = [
  'CompleteFollowUp',
  'CancelFollowUp',
  'RecordVisit',
];

/** Id of the follow-up that a command on this device closes. */
export const closedFollowUpId = ({ name, data, state }: QueuedCommand): unknown =>
  closingCommands.includes(name) && state !== 'refused' ? data['followUpId'] : undefined;
