import { setTimeout as later } from 'node:timers/promises';
import type { Person } from '../acceptance/person.js';
import { leadData } from '../faults/send-command.js';
import type { SeededRandom } from '../faults/seeded-random.js';
import { type SentCommand, sendUntilAnswered } from '../faults/send-until-answered.js';

/** So often may an account come in by a code in an hour, with all that was sent again. */
const maxMemberships = 4;

/**
 * Who comes and goes: joins, captures, and leaves. What they leave is passed on by a reactor, so that there is something to be
 * done that nobody asks for.
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
