import { setTimeout as later } from 'node:timers/promises';
import type { Person } from '../acceptance/person.js';
import { leadData } from '../faults/send-command.js';
import type { SeededRandom } from '../faults/seeded-random.js';
import { type SentCommand, sendUntilAnswered } from '../faults/send-until-answered.js';

/** An account may join by a code only so often in an hour, commands that are sent again included. */
const maxMemberships = 4;

/**
 * People who join, capture leads and leave again and again. A reactor passes their leads on, so that there is work which no
 * client asks for.
 */
export class MemberChurn {
  private readonly sent: SentCommand[] = [];
  private readonly running: readonly Promise<void>[];
  private stopping = false;

  constructor(
    people: readonly Person[],
    private readonly random: SeededRandom,
    private readonly inviteCode: string,
  ) {
    this.running = people.map((person) => this.visit(person));
    for (const joinAndLeave of this.running) joinAndLeave.catch(() => undefined); // thrown by stop()
  }

  async stop(): Promise<readonly SentCommand[]> {
    this.stopping = true;
    await Promise.all(this.running);
    return this.sent;
  }

  private async visit(person: Person): Promise<void> {
    const ask = async (command: string, data: Readonly<Record<string, unknown>>) => {
      const sent = await sendUntilAnswered(person, command, data);
      if (sent.answer.status !== 200) throw new Error(`${command} of a visitor was answered ${sent.answer.status} ${sent.answer.body.code}`);
      this.sent.push(sent);
    };
    for (let visits = 0; visits < maxMemberships && !this.stopping; visits++) {
      await ask('JoinOrganization', { inviteCode: this.inviteCode });
      for (let leads = this.random.between(1, 3); leads > 0; leads--) await ask('CreateLead', leadData({ siteName: 'Seen in passing' }));
      await ask('LeaveOrganization', {});
      await later(this.random.between(500, 4_000));
    }
  }
}
