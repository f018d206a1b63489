import { setTimeout as later } from 'node:timers/promises';
import type { Person } from '../acceptance/person.js';
import { aLead } from '../faults/asking.js';
import type { Chance } from '../faults/chance.js';
import { type SentCommand, persistently } from '../faults/persistent.js';

/** So often may an account come in by a code in an hour, with all that was sent again. */
const mostVisits = 4;

/**
 * Who comes and goes: joins, captures, and leaves. What they leave is passed on by a reactor, so that there is something to be
 * done that nobody asks for.
 */
export class Visitors {
  private readonly sent: SentCommand[] = [];
  private readonly visiting: readonly Promise<void>[];
  private over = false;

  constructor(
    people: readonly Person[],
    private readonly chance: Chance,
    private readonly inviteCode: string,
  ) {
    this.visiting = people.map((person) => this.visit(person));
    for (const visit of this.visiting) visit.catch(() => undefined); // thrown by stop()
  }

  async stop(): Promise<readonly SentCommand[]> {
    this.over = true;
    await Promise.all(this.visiting);
    return this.sent;
  }

  private async visit(person: Person): Promise<void> {
    const ask = async (command: string, data: Readonly<Record<string, unknown>>) => {
      const sent = await persistently(person, command, data);
      if (sent.answer.status !== 200) throw new Error(`${command} of a visitor was answered ${sent.answer.status} ${sent.answer.body.code}`);
      this.sent.push(sent);
    };
    for (let visits = 0; visits < mostVisits && !this.over; visits++) {
      await ask('JoinOrganization', { inviteCode: this.inviteCode });
      for (let leads = this.chance.between(1, 3); leads > 0; leads--) await ask('CreateLead', aLead({ siteName: 'Seen in passing' }));
      await ask('LeaveOrganization', {});
      await later(this.chance.between(500, 4_000));
    }
  }
}
