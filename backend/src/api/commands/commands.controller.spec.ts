import type { Role } from '#domain/kernel/policy.js';
import { Refusal, refuse } from '#domain/kernel/refusal.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { StaleRevision } from '#platform/write-side/request.js';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../auth/caller.js';
import { Problem } from '../../http/problems/problem.js';
import { CommandsController } from './commands.controller.js';

const caller = (organizationId: string, role: Role, { isCached = false } = {}): Caller =>
  ({
    account: { id: 'asha' },
    session: { begunBy: 'code' },
    membership: { organization: { id: organizationId }, role },
    isCached,
  }) as never;

type Sent = { readonly accountId: string; readonly organizationId: string; readonly sent: unknown };
type Options = {
  readonly inCache: Caller;
  readonly inLog: Caller;
  readonly send: (organizationId: string) => void;
  readonly capturedIn?: string;
};

/**
 * Sends a command of an admin.
 * @returns its outcome, and the organizations in which it was sent
 */
async function addLocation({ inCache, inLog, send, capturedIn }: Options) {
  const sentTo: string[] = [];
  const bodies: unknown[] = [];
  const callersOfDetails: Caller[] = [];
  const controller = new CommandsController(
    { reload: async () => inLog } as never,
    {
      send: async (_: object, { organizationId, sent }: Sent) => {
        sentTo.push(organizationId);
        bodies.push(sent);
        send(organizationId);
        return { revision: 1, position: '1' };
      },
    } as never,
    {
      withDetails: async (refusal: Refusal, asking: Caller) => (
        callersOfDetails.push(asking),
        refusal
      ),
    } as never,
    { applyOwnCommand: () => undefined } as never,
    {} as never,
    {} as never,
    {} as never,
  );
  const request = {
    caller: inCache,
    refusal: undefined,
    headers: { 'idempotency-key': randomUUID(), 'x-organization': capturedIn },
  };
  const data = { locationId: randomUUID(), name: ' Store ', city: 'Pune' };
  const outcome = await controller.send('AddLocation', data, request as never).then(
    () => 'done',
    (error: unknown) =>
      error instanceof Refusal || error instanceof Problem
        ? error.code
        : (error as Error).constructor.name,
  );
  return {
    outcome,
    sentTo,
    bodies,
    data,
    callersOfDetails,
    refusal: (request.refusal as Refusal | undefined)?.code,
  };
}
const refuseIn = (organization: string) => (sent: string) =>
  void (sent === organization && refuse('not-allowed'));

test('sends the command of a moved member to their new organization', async () => {
  const [inCache, inLog] = [caller('old', 'admin', { isCached: true }), caller('new', 'admin')];
  expect(await addLocation({ inCache, inLog, send: refuseIn('old') })).toMatchObject({
    outcome: 'done',
    sentTo: ['old', 'new'],
  });
  expect(await addLocation({ inCache, inLog, send: () => {}, capturedIn: 'new' })).toMatchObject({
    outcome: 'done',
    sentTo: ['new'],
  });
});

test('passes the body on unchanged', async () => {
  const { bodies, data } = await addLocation({
    inCache: caller('old', 'admin'),
    inLog: caller('old', 'admin'),
    send: () => {},
  });
  expect(bodies).toEqual([data]);
});

test('details of a refusal depend on the sender’s current role in the log', async () => {
  const inLog = caller('old', 'sales');
  const refused = await addLocation({
    inCache: caller('old', 'admin', { isCached: true }),
    inLog,
    send: () => refuse('lead-not-found'),
  });
  expect(refused).toMatchObject({
    outcome: 'lead-not-found',
    sentTo: ['old'],
    callersOfDetails: [inLog],
    refusal: 'not-allowed',
  });
});

test('reloads the caller for a stale revision as for a refusal', async () => {
  const send = () => {
    throw new StaleRevision(3);
  };
  const inLog = caller('old', 'sales');
  expect(
    await addLocation({ inCache: caller('old', 'admin', { isCached: true }), inLog, send }),
  ).toMatchObject({
    outcome: 'StaleRevision',
    refusal: 'not-allowed',
  });
});

test.each([
  ['the caller is from the log', caller('old', 'admin'), new Refusal('not-allowed'), 'not-allowed'],
  [
    'the log is away',
    caller('old', 'admin', { isCached: true }),
    new Unavailable('away'),
    'Unavailable',
  ],
])('does not send the command again if %s', async (_, inCache, error, outcome) => {
  const send = () => {
    throw error;
  };
  expect(await addLocation({ inCache, inLog: caller('new', 'admin'), send })).toMatchObject({
    outcome,
    sentTo: ['old'],
  });
});
