import { commandSender } from '#platform/testing/send-command.js';
import { domain } from '#domain/aggregates.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { countRuns } from '#platform/testing/times.js';
import { createWriteSide } from '#platform/write-side/write-side.js';
import { expect, test } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';

const guessCount = countRuns(1_000_000);

/**
 * Guesses numbers with the log and all keys. A guess is confirmed by a readable text that its HMAC
 * leads to.
 */
test('guessing numbers with log and keys confirms only numbers that were not erased', async () => {
  const [log, keys] = [new EventLogInMemory(), new KeyStoreInMemory()];
  const { commands } = await createWriteSide({
    domain,
    log,
    keys,
    secrets: {} as never,
    clock: new ClockInMemory(),
  });
  const sendCommand = commandSender(domain, commands);
  const [adminId, organizationId] = [randomUUID(), randomUUID()];
  const send = (type: string, data: object) =>
    sendCommand({
      id: randomUUID(),
      actorId: adminId,
      organizationId,
      command: { type, data },
      internal: true,
    });
  const capture = async (phone: string) => {
    const leadId = randomUUID();
    await send('CreateLead', {
      leadId,
      firstName: 'Rajesh',
      lastName: 'Patil',
      city: 'Pune',
      type: 'Owner',
      phone,
    });
    return leadId;
  };
  await send('OpenAccount', { accountId: adminId, name: 'Meera', phone: '+919820041001' });
  await send('VerifyPhone', { accountId: adminId, phone: '+919820041001' });
  await send('FoundOrganization', { organizationId, name: 'Sharma Solar' });
  const phoneOf = (guess: number) => `+9198762${String(guess).padStart(5, '0')}`;
  const keptPhone = phoneOf(7);
  const keptLeadId = await capture(keptPhone);
  for (const guess of [11, 13, 17])
    await send('ErasePersonalData', { leadId: await capture(phoneOf(guess)) });

  const { hmac } = await keys.readSecrets();
  const holderByClaim = new Map(
    log.events.flatMap(({ stream, data }) => ('holder' in data ? [[stream, data.holder]] : [])),
  );
  const holderOf = (phone: string) => {
    const claim = `claim-${createHmac('sha256', hmac)
      .update(JSON.stringify(['lead-phone', organizationId, phone]))
      .digest('hex')}`;
    return (
      holderByClaim.get(claim) ??
      holderByClaim.get(keys.claims.get(claim)?.stream ?? '') ??
      keys.claims.get(claim)?.holder
    );
  };
  const confirmed = Array.from({ length: guessCount }, (_, guess) => phoneOf(guess)).filter(
    (phone) => holderOf(phone) !== undefined,
  );
  expect(confirmed).toEqual([keptPhone]);
  expect(holderOf(keptPhone)).toBe(`lead-${organizationId}_${keptLeadId}`);
  await expect(capture(keptPhone)).rejects.toMatchObject({ code: 'lead-phone-taken' });
  await capture(phoneOf(11));
});
