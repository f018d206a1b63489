import { commandDefinitions } from '#domain/aggregates.js';
import { Refusal } from '#domain/kernel/refusal.js';
import type { ReferenceKind } from '#domain/kernel/schema.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import type { Answer } from '#platform/write-side/handle-command.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { randomUUID } from 'node:crypto';
import { newPhone } from '../acceptance/product/person.js';
import type { SeededRandom } from '../faults/seeded-random.js';
import { generateData, placeholderHash } from './generate-data.js';
import { sampleQuotation } from './sample-quotation.js';
import {
  type CommandRequest,
  setDaysAhead,
  type WriteSideProcess,
  type WriteSideStores,
  writeSideProcess,
} from './write-side-process.js';

/** Days from today until the quotations of an organization expire. */
const VALID_DAYS = 3;

/** Result of a command: an answer, a rule's refusal, or a failure on the way. */
export type Outcome = {
  readonly request: CommandRequest;
  readonly answer?: Answer;
  readonly refused?: string;
  readonly failure?: unknown;
};

/**
 * Organization with members and strangers, in which random people send random commands with random
 * data.
 */
export class CommandFuzzer {
  private readonly accepted: Record<string, string>[] = [];
  private readonly actors: string[] = [];
  private readonly files: string[] = [];
  private process!: WriteSideProcess;

  private constructor(
    private readonly stores: WriteSideStores,
    private readonly random: SeededRandom,
  ) {}

  static async create(stores: WriteSideStores, random: SeededRandom): Promise<CommandFuzzer> {
    const fuzzer = new CommandFuzzer(stores, random);
    await fuzzer.restart();
    const [founder, newcomer, unverified, ...reps] = Array.from({ length: 7 }, () =>
      randomUUID(),
    ) as [string, string, string, ...string[]];
    for (const account of [founder, newcomer, unverified, ...reps]) {
      fuzzer.actors.push(account);
      const phone = newPhone();
      await fuzzer.sendNew(account, 'OpenAccount', { accountId: account, name: 'Somebody', phone });
      if (account !== unverified)
        await fuzzer.sendNew(account, 'VerifyPhone', { accountId: account, phone });
    }
    await fuzzer.sendNew(founder, 'FoundOrganization', {
      organizationId: randomUUID(),
      name: 'Sharma Solar',
    });
    const { organization } = (await fuzzer.process.people.findMembership(founder))!;
    for (const rep of reps)
      await fuzzer.sendNew(rep, 'JoinOrganization', { inviteCode: organization.inviteCode });
    for (const owner of [founder, ...reps]) await fuzzer.upload(owner, organization.id);
    await fuzzer.sendQuotations(founder);
    await fuzzer.pausePackage(founder);
    return fuzzer;
  }

  /** Adds a package that may be resumed, which random commands rarely reach. */
  private async pausePackage(actor: string): Promise<void> {
    const [productId, packageId] = [randomUUID(), randomUUID()];
    await this.sendNew(actor, 'AddProduct', {
      productId,
      name: 'Panel',
      description: 'Monocrystalline',
      mrpPaise: 200,
      livePricePaise: 100,
    });
    await this.sendNew(actor, 'AddPackage', {
      packageId,
      name: 'Kit',
      description: 'For a rooftop',
      items: [{ productId, quantity: 1 }],
      isActive: false,
    });
  }

  /**
   * Creates a lead with two quotations in states that random commands rarely reach: one was shared
   * with its PDF, the other was sent without a PDF and changed since.
   */
  private async sendQuotations(actor: string): Promise<void> {
    const [leadId, shared, failed] = [randomUUID(), randomUUID(), randomUUID()];
    const person = { firstName: 'Rajesh', lastName: 'Patil', city: 'Pune', type: 'Owner' };
    const save = (quotationId: string, name: string) =>
      this.sendNew(
        actor,
        'SaveQuotation',
        sampleQuotation({ quotationId, leadId }, name, dayAfter(today(), VALID_DAYS)),
      );
    await this.sendNew(actor, 'CreateLead', { leadId, ...person, phone: newPhone() });
    for (const quotationId of [failed, shared]) {
      await save(quotationId, 'Panel');
      await this.sendNew(actor, 'SendQuotation', { quotationId, version: 1 });
    }
    await this.sendNew(actor, 'RecordQuotationPdfFailure', { quotationId: failed, version: 1 });
    await save(failed, 'Inverter');
    await this.sendNew(actor, 'RecordQuotationPdf', {
      quotationId: shared,
      version: 1,
      fileId: randomUUID(),
      pdfSha256: placeholderHash,
    });
    await this.sendNew(actor, 'ShareQuotation', {
      quotationId: shared,
      shareId: randomUUID(),
      method: 'link',
    });
  }

  /** Drops the caches, like a crash; stored data stay. */
  async restart(): Promise<void> {
    this.process = await writeSideProcess(this.stores);
  }

  /** Sends the command as a random person, with random data. */
  async attempt(command: string): Promise<Outcome> {
    // Prefers the founder, who as an admin may send most commands.
    const actorId = this.random.percent(40) ? this.actors[0]! : this.random.pick(this.actors);
    const organization =
      (await this.process.people.findMembership(actorId))?.organization ??
      (await this.findOrganization());
    const references = (kind: ReferenceKind): readonly string[] => {
      const acceptedIds = this.accepted.flatMap((data) => data[`${kind}Id`] ?? []);
      return kind === 'member' ? this.actors : acceptedIds.length > 0 ? acceptedIds : this.files;
    };
    const inviteCodes = organization ? [organization.inviteCode] : [];
    return this.sendNew(
      actorId,
      command,
      generateData(
        commandDefinitions[command]!,
        { acceptedData: this.accepted, words: inviteCodes, references },
        this.random,
      ),
    );
  }

  /** Repeats a request unchanged. */
  async send(request: CommandRequest): Promise<Outcome> {
    const isOnLaterDay = request.command.type === 'ExpireQuotation';
    if (isOnLaterDay) setDaysAhead(VALID_DAYS + 1);
    try {
      const answer = await this.process.send(request);
      this.accepted.push(
        Object.fromEntries(
          Object.entries(request.command.data).filter(
            ([, value]) => typeof value === 'string' && referableValue.test(value),
          ),
        ),
      );
      return { request, answer };
    } catch (error) {
      return error instanceof Refusal
        ? { request, refused: error.code }
        : { request, failure: error };
    } finally {
      if (isOnLaterDay) setDaysAhead(0);
    }
  }

  private async sendNew(actorId: string, type: string, data: object): Promise<Outcome> {
    const organizationId = (await this.process.people.findMembership(actorId))?.organization.id;
    const parsed = commandDefinitions[type]!.data.safeParse(data);
    const request: CommandRequest = {
      id: randomUUID(),
      actorId,
      organizationId,
      command: { type, data: parsed.data ?? data },
    };
    return parsed.success ? this.send(request) : { request, refused: 'shape' };
  }

  private async findOrganization() {
    for (const actor of this.actors) {
      const membership = await this.process.people.findMembership(actor);
      if (membership) return membership.organization;
    }
    return undefined;
  }

  private async upload(owner: string, organizationId: string): Promise<void> {
    const fileId = randomUUID();
    await new FileRecords(this.stores.secrets).add(fileKey(organizationId, fileId), {
      owner,
      organizationId,
      kind: 'image',
      contentType: 'image/webp',
      bytes: 1,
      uploadedSha256: '',
      createdAt: new Date().toISOString(),
    });
    this.files.push(fileId);
  }
}

const today = () => new Date().toISOString().slice(0, 10);

/** Values that later commands may name: ids and phone numbers. */
const referableValue = /^(?:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\+\d{8,15})$/;
