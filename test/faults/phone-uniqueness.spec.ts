import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Person, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { newLeadData } from './send-command.js';
import { SeededRandom, rounds } from './seeded-random.js';
import { readAllLeads } from './all-pages.js';
import { readPhoneHistory } from './log-checks.js';
import { sendUntilAnswered } from './send-until-answered.js';

let product: Product;
let people: Awaited<ReturnType<typeof createTeam>>;

beforeAll(async () => {
  product = await Product.start();
  people = await createTeam(product, 'Anil', 'Bina', 'Chetan');
});
afterAll(() => product?.dispose());

/** Spellings of one number, all meaning +91 and these ten digits. */
const spellings: readonly ((digits: string) => string)[] = [
  (digits) => digits,
  (digits) => `0${digits}`,
  (digits) => `91${digits}`,
  (digits) => `+91${digits}`,
  (digits) => `+91 ${digits.slice(0, 5)} ${digits.slice(5)}`,
  (digits) => ` ${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)} `,
  (digits) => `0${digits.slice(0, 5)}-${digits.slice(5)}`,
];
const tenDigits = (number: number): string => String(7_000_000_000 + number);

const ROUNDS = 100;
const LEADS_AT_ONCE = 50;

test('of fifty simultaneous leads with one number in any spelling, one is created, and the others name it in their refusal', async () => {
  const random = new SeededRandom('fifty at once');
  const { admin } = people;
  let retriedCount = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const digits = tenDigits(random.integer(0, 99_999) * 1_000 + round);
    const sentCommands = await Promise.all(
      Array.from({ length: LEADS_AT_ONCE }, () =>
        sendUntilAnswered(
          admin,
          'CreateLead',
          newLeadData({ phone: random.pick(spellings)(digits) }),
        ),
      ),
    );
    retriedCount += sentCommands.filter(({ tries }) => tries > 1).length;
    const acceptedCreates = sentCommands.filter(({ answer }) => answer.status === 200);
    expect({ round, accepted: acceptedCreates.length }).toEqual({ round, accepted: 1 });
    const holderLeadId = acceptedCreates[0]!.answer.body.id;
    for (const { answer } of sentCommands.filter((sent) => sent !== acceptedCreates[0]))
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'lead-phone-taken',
          existing: { leadId: holderLeadId, phone: `+91${digits}`, assignedTo: { id: admin.id } },
        },
      });
  }
  const sentCount = ROUNDS * LEADS_AT_ONCE;
  process.stdout.write(`fifty at once: ${retriedCount} of ${sentCount} were asked to try again\n`);
});

test(
  'with edits, deletions and kills, a number never has two holders, and never stays blocked',
  async () => {
    const random = new SeededRandom('numbers between kills');
    const killCount = rounds({ short: 6, long: 40 });
    const { admin, reps } = people;
    const numbers = Array.from({ length: 8 }, (_, index) => tenDigits(900_000_000 + index));
    const leads = new Map<string, Person>();
    let isEnding = false;
    let sentCount = 0;
    let newestPosition = '';
    /**
     * Remembers the newest position. The last list must contain everything up to it, however far
     * the views lag.
     */
    const notePosition = (position: unknown) =>
      (newestPosition = String(position) > newestPosition ? String(position) : newestPosition);

    const actRepeatedly = async (person: Person): Promise<void> => {
      while (!isEnding) {
        const phone = random.pick(spellings)(random.pick(numbers));
        const ownLeadIds = [...leads]
          .filter(([, owner]) => owner === person)
          .map(([leadId]) => leadId);
        const command =
          ownLeadIds.length === 0 || random.percent(40)
            ? 'CreateLead'
            : random.percent(60)
              ? 'EditLead'
              : 'DeleteLead';
        const leadId = command === 'CreateLead' ? randomUUID() : random.pick(ownLeadIds);
        const data =
          command === 'CreateLead'
            ? newLeadData({ leadId, phone })
            : command === 'EditLead'
              ? { leadId, phone }
              : { leadId };
        if (command === 'DeleteLead') leads.delete(leadId);
        const { answer } = await sendUntilAnswered(person, command, data);
        sentCount++;
        if (answer.status === 200) notePosition(answer.body.position);
        if (answer.status === 200 && command !== 'DeleteLead') leads.set(leadId, person);
        // Another actor of the person may have deleted the lead meanwhile.
        expect(['200 accepted', '409 lead-phone-taken', '404 lead-not-found']).toContain(
          `${answer.status} ${answer.body.code ?? 'accepted'}`,
        );
      }
    };
    const actors = [admin, ...reps, ...reps].map((person) => actRepeatedly(person));
    for (let kill = 0; kill < killCount; kill++) {
      await wait(random.integer(150, 900));
      await product.restart('SIGKILL');
    }
    isEnding = true;
    await Promise.all(actors);

    for (const digits of numbers) {
      const { answer, data } = await sendUntilAnswered(
        admin,
        'CreateLead',
        newLeadData({ phone: digits }),
      );
      if (answer.status === 200) {
        notePosition(answer.body.position);
        continue;
      }
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'lead-phone-taken', existing: { phone: `+91${digits}` } },
      });
      const holder = await admin.get<{ readonly phone: string }>(
        `/api/leads/${String(answer.body.existing!['leadId'])}`,
      );
      expect([holder.phone, data['phone']]).toEqual([`+91${digits}`, digits]);
    }
    const listedLeads = await readAllLeads(admin, newestPosition);
    expect(new Set(listedLeads.map(({ phone }) => phone)).size).toBe(listedLeads.length);

    await product.end();
    const { doublyHeld, holders } = await readPhoneHistory(product.dataDir);
    expect(doublyHeld).toEqual([]);
    expect(new Map(listedLeads.map(({ phone, leadId }) => [phone, leadId]))).toEqual(holders);
    process.stdout.write(`numbers between kills: ${sentCount} commands, ${killCount} kills\n`);
  },
  rounds({ short: 240_000, long: 600_000 }),
);
