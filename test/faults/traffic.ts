import { randomUUID } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import { type Answered, type Person, Refused } from '../acceptance/person.js';
import { type Told as Body, aLead } from './asking.js';
import type { Chance } from './chance.js';
import { type Told, persistently } from './persistent.js';

/** `status` is known because nobody else works on the lead: what is asked must change something, so that it can be found in the log. */
type Known = { readonly leadId: string; readonly owner: Person; readonly status: string };

const open = ['New', 'Contacted', 'Quoted'] as const;

type Options = {
  readonly perSecond: number;
  /** Numbers that everybody's customers seem to have: who comes second is refused. */
  readonly phones?: readonly string[];
  /** A picture that is taken now and then. */
  readonly photo?: Uint8Array<ArrayBuffer>;
  /** Told of each answer that is neither yes nor no. */
  readonly refused?: (answer: Answered<Body>) => void;
};

/** People at work: leads captured, noted, moved, reassigned and deleted, at a steady rate, each person doing one thing after the other. */
export class Traffic {
  private readonly told: Told[] = [];
  private readonly leads = new Set<Known>();
  private readonly working: readonly Promise<void>[];
  /** Pictures that were kept. */
  readonly photos: string[] = [];
  private over = false;

  /** @param people the first is an admin */
  constructor(
    private readonly people: readonly Person[],
    private readonly chance: Chance,
    private readonly options: Options,
  ) {
    const pause = (1_000 * people.length) / options.perSecond;
    this.working = people.map((person) => this.work(person, pause));
    for (const work of this.working) work.catch(() => undefined); // told by stop()
  }

  /** Everything that was asked and what was answered, when all of it is. */
  async stop(): Promise<readonly Told[]> {
    this.over = true;
    await Promise.all(this.working);
    return this.told;
  }

  /** What was asked and answered until now. */
  get soFar(): readonly Told[] {
    return this.told;
  }

  private async work(person: Person, pause: number): Promise<void> {
    while (!this.over) {
      const began = Date.now();
      this.told.push(await this.something(person));
      await later(Math.max(0, pause * (0.5 + this.chance.next()) - (Date.now() - began)));
    }
  }

  private async something(person: Person): Promise<Told> {
    const { chance } = this;
    const { phones = [], refused } = this.options;
    const mine = [...this.leads].filter(({ owner }) => owner === person);
    if (mine.length === 0 || chance.in100(30)) {
      const lead = aLead({
        siteName: `Site ${chance.between(1, 99)}`,
        ...(chance.in100(30) && { note: 'Met at the site', followUpOn: soon(chance) }),
        ...(phones.length > 0 && chance.in100(25) && { phone: chance.of(phones) }),
        ...(this.options.photo && chance.in100(10) && { photoFileIds: [await this.photograph(person, this.options.photo)] }),
      });
      const told = await persistently(person, 'CreateLead', lead, { refused });
      if (told.answer.status === 200) this.leads.add({ leadId: lead.leadId, owner: person, status: 'New' });
      return told;
    }
    const known = chance.of(mine);
    const { leadId } = known;
    const [command, data, status] = this.next(known);
    // whoever is given it goes on with it only when that is answered
    this.leads.delete(known);
    const told = await persistently(person, command, { leadId, ...data }, { refused });
    const owner = this.people.find(({ id }) => id === data['assignedTo']) ?? person;
    if (command !== 'DeleteLead') this.leads.add({ leadId, owner, status: status ?? known.status });
    return told;
  }

  /** Sent until it is kept: the same id is the same picture. */
  private async photograph(person: Person, photo: Uint8Array<ArrayBuffer>): Promise<string> {
    const fileId = randomUUID();
    for (const end = Date.now() + 60_000; ;) {
      try {
        await person.upload(photo, 'site.png', 'image/png', fileId);
        this.photos.push(fileId);
        return fileId;
      } catch (error) {
        if (Date.now() > end || (error instanceof Refused && error.status < 500 && error.status !== 429)) throw error;
        await later(50);
      }
    }
  }

  /** What is done, with which data, and the status that the lead then has, where it is another one. */
  private next({ owner, status }: Known): readonly [command: string, data: Readonly<Record<string, unknown>>, status?: string] {
    const { chance } = this;
    const choice = chance.between(1, 100);
    if (choice <= 35)
      return ['AddNote', { noteId: randomUUID(), note: `Call ${chance.between(1, 9)}`, ...(chance.in100(30) && { followUpOn: soon(chance) }) }];
    if (choice <= 55) {
      const next = chance.of(open.filter((other) => other !== status));
      return ['ChangeLeadStatus', { status: next }, next];
    }
    const { phones = [] } = this.options;
    if (choice <= 58 && phones.length > 0) return ['EditLead', { phone: chance.of(phones), siteName: `Site ${randomUUID()}` }];
    if (choice <= 70) return ['EditLead', { city: chance.of(['Pune', 'Nashik', 'Nagpur', 'Thane']), siteName: `Site ${randomUUID()}` }];
    if (choice <= 80) return ['ScheduleFollowUp', { followUpId: randomUUID(), dueOn: soon(chance) }];
    if (choice <= 87)
      return ['UploadQuotation', { quotationId: randomUUID(), amountPaise: chance.between(1, 900_000) * 100 }, status === 'Lost' ? status : 'Quoted'];
    if (choice <= 91 && status !== 'Lost') return ['MarkLeadLost', { reason: 'Too expensive' }, 'Lost'];
    if (choice <= 96 && owner === this.people[0]) return ['ReassignLead', { assignedTo: chance.of(this.people.slice(1)).id }];
    return ['DeleteLead', {}];
  }
}

const soon = (chance: Chance): string => new Date(Date.now() + chance.between(2, 30) * 86_400_000).toISOString().slice(0, 10);
