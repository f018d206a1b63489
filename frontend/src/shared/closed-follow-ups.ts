import type { CommandName } from '#domain/commands.js';
import type { QueuedCommand } from '../lib/outbox.js';

/**
 * Commands whose follow-up is no longer open once the server has them: done, called off, or done by
 * the visit that it led to.
 */
const closing: readonly CommandName[] = ['CompleteFollowUp', 'CancelFollowUp', 'RecordVisit'];

/** Id of the follow-up that a command on this device closes. */
export const closedBy = ({ name, data, state }: QueuedCommand): unknown =>
  closing.includes(name) && state !== 'refused' ? data['followUpId'] : undefined;
