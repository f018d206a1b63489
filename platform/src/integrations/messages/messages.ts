import { Unavailable } from '../../common/unavailable.js';

/**
 * Message to a WhatsApp number, never logged because its text may hold a code. `language` (such as
 * `hi-IN`) is the text's.
 */
export type OutgoingMessage = {
  readonly to: string;
  readonly text: string;
  readonly code?: string;
  readonly language?: string;
};

/** Sends messages to people. Its errors make the job queue retry. */
export abstract class Messages {
  /** Idempotent by `id`, if the service supports that. */
  abstract send(id: string, message: OutgoingMessage): Promise<void>;
}

/** Used in production without a message service: every job fails with the reason. */
export const NO_MESSAGES: Messages = {
  send: () => Promise.reject(new Unavailable('No service for messages is set up')),
};
