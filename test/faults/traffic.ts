import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type HttpAnswer, type Person, Refused } from '../acceptance/product/person.js';
import { type CommandAnswer as Body, newLeadData } from './send-command.js';
import type { SeededRandom } from './seeded-random.js';
import {
  type KnownCustomer,
  type KnownLead,
  nextCustomerAction,
  nextLeadAction,
  nearFutureDay,
} from './random-actions.js';
import { type SentCommand, sendUntilAnswered } from './send-until-answered.js';

type Options = {
  readonly perSecond: number;
  /** Contested numbers: a second lead with one is refused. */
  readonly phones?: readonly string[];
  /** Photo of some of the new leads. */
  readonly photo?: Uint8Array<ArrayBuffer>;
  /** Called with each temporary failure. */
  readonly onTemporaryFailure?: (answer: HttpAnswer<Body>) => void;
};

export type UploadedPhoto = { readonly fileId: string; readonly uploader: Person };

/** People who work on leads and customers at a steady rate, each sequentially. */
export class Traffic {
  private readonly sent: SentCommand[] = [];
  private readonly leads = new Set<KnownLead>();
  private readonly customers = new Set<KnownCustomer>();
  private readonly workers: readonly Promise<void>[];
  /** Acknowledged pictures. */
  readonly photos: UploadedPhoto[] = [];
  private isStopping = false;

  /** @param people the first one is an admin */
  constructor(
    private readonly people: readonly Person[],
    private readonly random: SeededRandom,
    private readonly options: Options,
  ) {
    const pauseMs = (1_000 * people.length) / options.perSecond;
    this.workers = people.map((person) => this.workUntilStopped(person, pauseMs));
    for (const work of this.workers) work.catch(() => undefined); // Rethrown by `stop()`.
  }

  /**
   * Stops.
   * @returns all commands with their answers
   */
  async stop(): Promise<readonly SentCommand[]> {
    this.isStopping = true;
    await Promise.all(this.workers);
    return this.sent;
  }

  get sentSoFar(): readonly SentCommand[] {
    return this.sent;
  }

  private async workUntilStopped(person: Person, pauseMs: number): Promise<void> {
    while (!this.isStopping) {
      const began = Date.now();
      this.sent.push(await this.sendNextCommand(person));
      await wait(Math.max(0, pauseMs * (0.5 + this.random.next()) - (Date.now() - began)));
    }
  }

  private async sendNextCommand(person: Person): Promise<SentCommand> {
    const { random } = this;
    const ownLeads = [...this.leads].filter(({ owner }) => owner === person);
    if (ownLeads.length === 0 || random.percent(30)) return this.capture(person);
    if (this.customers.size > 0 && random.percent(15))
      return this.workOnCustomer(person, random.pick([...this.customers]));
    return this.workOnLead(person, random.pick(ownLeads));
  }

  private async capture(person: Person): Promise<SentCommand> {
    const { random } = this;
    const { phones = [], photo, onTemporaryFailure } = this.options;
    const lead = newLeadData({
      siteName: `Site ${random.integer(1, 99)}`,
      ...(random.percent(30) && { note: 'Met at the site', followUpOn: nearFutureDay(random) }),
      ...(phones.length > 0 && random.percent(25) && { phone: random.pick(phones) }),
      ...(photo && random.percent(10) && { photoFileIds: [await this.photograph(person, photo)] }),
    });
    const sent = await sendUntilAnswered(person, 'CreateLead', lead, { onTemporaryFailure });
    const followUps = 'followUpOn' in lead ? [lead.leadId] : [];
    if (sent.answer.status === 200)
      this.leads.add({
        leadId: lead.leadId,
        owner: person,
        status: 'New',
        isVisited: false,
        isCustomer: false,
        followUps,
      });
    return sent;
  }

  /** Works on a reassigned lead only after the reassignment is answered. */
  private async workOnLead(person: Person, lead: KnownLead): Promise<SentCommand> {
    const { people, random, options } = this;
    const { leadId } = lead;
    const { command, data, after } = nextLeadAction(lead, random, {
      people,
      phones: options.phones ?? [],
    });
    this.leads.delete(lead);
    const sent = await sendUntilAnswered(
      person,
      command,
      { leadId, ...data },
      { onTemporaryFailure: options.onTemporaryFailure },
    );
    const known = sent.answer.status === 200 ? after : lead;
    if (known) this.leads.add(known);
    if (command === 'ConvertLead' && sent.answer.status === 200)
      this.customers.add({ customerId: leadId, projects: [], invoices: {} });
    return sent;
  }

  /** Works on any customer of the organization, which may not exist yet. */
  private async workOnCustomer(person: Person, customer: KnownCustomer): Promise<SentCommand> {
    const { people, random, options } = this;
    const { customerId } = customer;
    const { command, data, after } = nextCustomerAction(customer, random, { people, phones: [] });
    this.customers.delete(customer);
    const sent = await sendUntilAnswered(
      person,
      command,
      { customerId, ...data },
      { onTemporaryFailure: options.onTemporaryFailure },
    );
    this.customers.add((sent.answer.status === 200 ? after : customer) ?? customer);
    return sent;
  }

  /** Repeats until stored; an equal id is the same picture. */
  private async photograph(person: Person, photo: Uint8Array<ArrayBuffer>): Promise<string> {
    const fileId = randomUUID();
    for (const deadline = Date.now() + 240_000; ;) {
      try {
        await person.upload(photo, 'site.png', 'image/png', fileId);
        this.photos.push({ fileId, uploader: person });
        return fileId;
      } catch (error) {
        if (
          Date.now() > deadline ||
          (error instanceof Refused && error.status < 500 && error.status !== 429)
        )
          throw error;
        await wait(50);
      }
    }
  }
}
