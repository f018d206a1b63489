/** A message to a person's WhatsApp number. Its text may hold a code: it is never logged. */
export type Message = { readonly to: string; readonly text: string; readonly code?: string };

/** Sends messages to people. Throws what the queue then tries again. */
export interface Messages {
  /** `id` makes sending twice the same as sending once, where the service can. */
  send(id: string, message: Message): Promise<void>;
}
