import { randomUUID } from 'node:crypto';
import { type HttpAnswer, type CommandAck, type Person, newPhone } from '../acceptance/person.js';

/** What the command endpoint answers, as far as it is looked at here. */
export type CommandAnswer = Partial<CommandAck> & {
  readonly code?: string;
  readonly detail?: string;
  readonly existing?: Readonly<Record<string, unknown>>;
};

/** A command as the browser sends it, whatever comes of it. */
export const sendCommand = (
  person: Person,
  command: string,
  data: object,
  { key = randomUUID() }: { readonly key?: string } = {},
): Promise<HttpAnswer<CommandAnswer>> =>
  person.request<CommandAnswer>('POST', `/api/commands/${command}`, {
    body: JSON.stringify(data),
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
  });

/** What a lead is made of, with what matters in its place. */
export const leadData = (differing: Readonly<Record<string, unknown>> = {}) => ({
  leadId: randomUUID() as string,
  firstName: 'Ravi',
  lastName: 'Kumar',
  phone: newPhone(),
  city: 'Pune',
  type: 'Builder',
  ...differing,
});
