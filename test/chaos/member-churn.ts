import { setTimeout as wait } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import type { Person } from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { newLeadData } from '../faults/send-command.js';
import type { SeededRandom } from '../faults/seeded-random.js';
import { type SentCommand, sendUntilAnswered } from '../faults/send-until-answered.js';

/** Invitations per number and day are limited. */
const MAX_MEMBERSHIPS = 3;
const TIMEOUT_MS = 120_000;

type Options = {
  readonly random: SeededRandom;
  readonly admin: Person;
  /** Members who never leave, and get the leads of those who do. */
  readonly successors: readonly Person[];
};

/**
 * People who repeatedly join, capture leads, and leave or are removed with a successor. A reactor
 * passes their leads on.
 */
export class MemberChurn {
  /** Expected final owner of each lead of a former member. */
  readonly owners = new Map<string, string>();
  private readonly sent: SentCommand[] = [];
  private readonly running: readonly Promise<void>[];
  private isStopping = false;

  constructor(
    people: readonly Person[],
    private readonly options: Options,
  ) {
    this.running = people.map((person) => this.joinAndLeave(person));
    // Rethrown by `stop()`.
    for (const joinAndLeave of this.running) joinAndLeave.catch(() => undefined);
  }

  async stop(): Promise<readonly SentCommand[]> {
    this.isStopping = true;
    await Promise.all(this.running);
    return this.sent;
  }

  private async joinAndLeave(person: Person): Promise<void> {
    const { random, admin, successors } = this.options;
    for (let memberships = 0; memberships < MAX_MEMBERSHIPS && !this.isStopping; memberships++) {
      // Each removal rotates the code. People invited before it may still use the old one.
      await this.send(admin, 'InviteMember', {
        invitationId: newId(),
        name: person.name,
        phone: person.phone,
        role: 'sales',
      });
      await this.send(person, 'JoinOrganization', { inviteCode: await this.readInviteCode() });
      const leadIds: string[] = [];
      for (let leads = random.integer(1, 3); leads > 0; leads--) {
        const lead = newLeadData({ siteName: 'Seen in passing' });
        await this.send(person, 'CreateLead', lead);
        leadIds.push(String(lead['leadId']));
      }
      const successor = random.percent(70) ? random.pick(successors) : undefined;
      if (successor)
        await this.send(admin, 'RemoveMember', { memberId: person.id, leadsTo: successor.id });
      else await this.send(person, 'LeaveOrganization', {});
      for (const leadId of leadIds) this.owners.set(leadId, (successor ?? admin).id);
      await wait(random.integer(500, 4_000));
    }
  }

  private async send(
    person: Person,
    command: string,
    data: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const sent = await sendUntilAnswered(person, command, data);
    if (sent.answer.status !== 200)
      throw new Error(
        `${command} of a short-term member was answered ${sent.answer.status} ${sent.answer.body.code}`,
      );
    this.sent.push(sent);
  }

  private readInviteCode(): Promise<string> {
    const readCode = async () =>
      (await this.options.admin.readMe().catch(() => undefined))?.organization?.inviteCode;
    return until(readCode, { withinMs: TIMEOUT_MS, everyMs: 100, what: () => 'the invite code' });
  }
}
