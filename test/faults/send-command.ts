import { randomUUID } from 'node:crypto';
import {
  type HttpAnswer,
  type CommandAck,
  type Person,
  newPhone,
} from '../acceptance/product/person.js';

/** Fields of a command's answer that tests read. */
export type CommandAnswer = Partial<CommandAck> & {
  readonly code?: string;
  readonly detail?: string;
  readonly existing?: Readonly<Record<string, unknown>>;
};

/** Sends a command like the browser, and resolves with any answer. */
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

/** Data of CreateLead with default values. */
export const newLeadData = (overrides: Readonly<Record<string, unknown>> = {}) => ({
  leadId: randomUUID() as string,
  firstName: 'Ravi',
  lastName: 'Kumar',
  phone: newPhone(),
  city: 'Pune',
  type: 'Builder',
  ...overrides,
});
