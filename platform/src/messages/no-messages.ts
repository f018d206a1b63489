import { Unavailable } from '../unavailable.js';
import type { Messages } from './messages.js';

/** In production without a service for messages: nothing is sent, and whoever looks at the failed jobs reads why. */
export const noMessages: Messages = {
  send: () => Promise.reject(new Unavailable('No service for messages is set up')),
};
