import { openParts } from '#platform/process/open-parts.js';
import { readConfig } from '#platform/common/config/config.js';
import { folders } from '#platform/testing/folders.js';
import { closeOrganization } from '#workers/organizations/departures/close-organization.js';
import { moveOrganization } from '#workers/organizations/departures/move-organization.js';
import { readScope } from '#workers/organizations/departures/scope.js';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { v7 as newId } from 'uuid';
import { InProcessProduct } from './product/in-process.js';
import {
  type Person,
  captureLead,
  joinOrganization,
  expectRefusal,
  signUp,
  createTeam,
} from './product/person.js';

/** Organizations that leave while their members work. */

const folder = folders();
let product: InProcessProduct;
beforeAll(async () => {
  product = await InProcessProduct.start();
});
afterAll(() => product.dispose());

const PARTS = ['log', 'keys', 'secrets', 'files'] as const;
const closingOptions = { erasureHoldDays: 0, isRunning: true };
const readTypes = async (log: typeof product.parts.log, stream: string) =>
  (await log.read(stream)).map(({ type }) => type);
const accountOf = ({ id }: Person) => `account-${id}`;

test('whoever joins during a move is moved too, and so is a command that was being handled', async () => {
  const { parts } = product;
  const { admin, organizationId, inviteCode } = await createTeam(product);
  const leadId = await captureLead(admin);
  const scope = await readScope(parts.log, organizationId);
  const lateJoiner = await signUp(product, 'Zubeda Khan');
  await joinOrganization(lateJoiner, inviteCode);

  const { appendAll } = parts.log;
  const signals = new EventEmitter();
  const [appendBegan, appendMayContinue] = [once(signals, 'began'), once(signals, 'continue')];
  const slowAppend = jest
    .spyOn(parts.log, 'appendAll')
    .mockImplementationOnce(async (...append) => {
      signals.emit('began');
      await appendMayContinue;
      return appendAll.apply(parts.log, append);
    });
  const noting = admin.send('AddNote', { leadId, noteId: newId(), note: 'Pays in March' });
  await appendBegan;
  const target = await openParts(readConfig({ DATA_DIR: folder() }), PARTS, {
    clock: parts.clock,
    onJobFailure: () => {},
    onTrouble: () => {},
  });
  const clock = {
    now: parts.clock.now,
    pause: async () => {
      signals.emit('continue');
      await noting;
    },
  };
  try {
    await moveOrganization(parts, target, scope, { ...closingOptions, clock });
    const leadStream = `lead-${organizationId}_${leadId}`;
    expect(await readTypes(target.log, leadStream)).toEqual(['LeadCreated', 'NoteAdded']);
    expect(await readTypes(target.log, accountOf(lateJoiner))).toContain('AccountOpened');
  } finally {
    slowAppend.mockRestore();
    await target.close();
  }
  expect(await readTypes(parts.log, accountOf(lateJoiner))).toContain('StreamErased');
});

test('whoever joins while an organization is closed is erased with it', async () => {
  const { parts } = product;
  const { organizationId, inviteCode } = await createTeam(product);
  const scope = await readScope(parts.log, organizationId);
  const lateJoiner = await signUp(product, 'Zubeda Khan');
  await joinOrganization(lateJoiner, inviteCode);
  const clock = { now: parts.clock.now, pause: async () => {} };
  await closeOrganization(parts, scope, { ...closingOptions, clock });
  expect(await readTypes(parts.log, accountOf(lateJoiner))).toContain('StreamErased');
  expect((await expectRefusal(lateJoiner.get('/api/leads'))).status).toBe(401);
});
