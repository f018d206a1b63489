import { Unavailable } from '../../common/unavailable.js';

/**
 * A message to a person's WhatsApp number. Its text may hold a code: it is never logged.
 * `language`, such as `hi-IN`, is the text's.
 */
export type OutgoingMessage = {
  readonly to: string;
  readonly text: string;
  readonly code?: string;
  readonly language?: string;
};

/** Sends messages to people. Throws what the queue then tries again. */
export abstract class Messages {
  /** `id` makes sending twice the same as sending once, where the service can. */
  abstract send(id: string, message: OutgoingMessage): Promise<void>;
}

/** In production without a service for messages: nothing is sent, and the failed jobs say why. */
export const noMessages: Messages = {
  send: () => Promise.reject(new Unavailable('No service for messages is set up')),
};
