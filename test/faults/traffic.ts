import { randomUUID } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import { type Answered, type Person, Refused } from '../acceptance/person.js';
import { type CommandAnswer as Body, aLead } from './asking.js';
import type { Chance } from './chance.js';
import { type KnownCustomer, type KnownLead, nextWithCustomer, nextWithLead, soon } from './doings.js';
import { type SentCommand, persistently } from './persistent.js';

type Options = {
  readonly perSecond: number;
  /** Numbers that everybody's customers seem to have: who comes second is refused. */
  readonly phones?: readonly string[];
  /** A picture that is taken now and then. */
  readonly photo?: Uint8Array<ArrayBuffer>;
  /** Called with each answer that is neither yes nor no. */
  readonly refused?: (answer: Answered<Body>) => void;
};

/** People at work on leads and on who became a customer, at a steady rate, each person doing one thing after the other. */
export class Traffic {
  private readonly sent: SentCommand[] = [];
  private readonly leads = new Set<KnownLead>();
  private readonly customers = new Set<KnownCustomer>();
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
    for (const work of this.working) work.catch(() => undefined); // thrown by stop()
  }

  /** Everything that was asked and what was answered, when all of it is. */
  async stop(): Promise<readonly SentCommand[]> {
    this.over = true;
    await Promise.all(this.working);
    return this.sent;
  }

  /** What was asked and answered until now. */
  get soFar(): readonly SentCommand[] {
    return this.sent;
  }

  private async work(person: Person, pause: number): Promise<void> {
    while (!this.over) {
      const began = Date.now();
      this.sent.push(await this.something(person));
      await later(Math.max(0, pause * (0.5 + this.chance.next()) - (Date.now() - began)));
    }
  }

  private async something(person: Person): Promise<SentCommand> {
    const { chance } = this;
    const mine = [...this.leads].filter(({ owner }) => owner === person);
    if (mine.length === 0 || chance.in100(30)) return this.capture(person);
    if (this.customers.size > 0 && chance.in100(15)) return this.workOnCustomer(person, chance.of([...this.customers]));
    return this.workOnLead(person, chance.of(mine));
  }

  private async capture(person: Person): Promise<SentCommand> {
    const { chance } = this;
    const { phones = [], photo, refused } = this.options;
    const lead = aLead({
      siteName: `Site ${chance.between(1, 99)}`,
      ...(chance.in100(30) && { note: 'Met at the site', followUpOn: soon(chance) }),
      ...(phones.length > 0 && chance.in100(25) && { phone: chance.of(phones) }),
      ...(photo && chance.in100(10) && { photoFileIds: [await this.photograph(person, photo)] }),
    });
    const sent = await persistently(person, 'CreateLead', lead, { refused });
    const followUps = 'followUpOn' in lead ? [lead.leadId] : [];
    if (sent.answer.status === 200)
      this.leads.add({ leadId: lead.leadId, owner: person, status: 'New', isVisited: false, isCustomer: false, followUps });
    return sent;
  }

  /** A reassigned lead is worked on only when its reassignment is answered. */
  private async workOnLead(person: Person, lead: KnownLead): Promise<SentCommand> {
    const { people, chance, options } = this;
    const { leadId } = lead;
    const { command, data, then } = nextWithLead(lead, chance, { people, phones: options.phones ?? [] });
    this.leads.delete(lead);
    const sent = await persistently(person, command, { leadId, ...data }, { refused: options.refused });
    const known = sent.answer.status === 200 ? then : lead;
    if (known) this.leads.add(known);
    if (command === 'ConvertLead' && sent.answer.status === 200) this.customers.add({ customerId: leadId, projects: [], invoices: {} });
    return sent;
  }

  /** Anybody’s in the organization; it may not be made yet. */
  private async workOnCustomer(person: Person, customer: KnownCustomer): Promise<SentCommand> {
    const { people, chance, options } = this;
    const { customerId } = customer;
    const { command, data, then } = nextWithCustomer(customer, chance, { people, phones: [] });
    this.customers.delete(customer);
    const sent = await persistently(person, command, { customerId, ...data }, { refused: options.refused });
    this.customers.add((sent.answer.status === 200 ? then : customer) ?? customer);
    return sent;
  }

  /** Sent until it is kept: the same id is the same picture. */
  private async photograph(person: Person, photo: Uint8Array<ArrayBuffer>): Promise<string> {
    const fileId = randomUUID();
    for (const end = Date.now() + 240_000; ;) {
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
}
