import { commandDefinitions } from '#domain/aggregates.js';
import { Refusal } from '#domain/kernel/refusal.js';
import type { ReferenceKind } from '#domain/kernel/schema.js';
import type { Answer } from '#platform/write-side/handle-command.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { randomUUID } from 'node:crypto';
import { newPhone } from '../acceptance/person.js';
import type { Chance } from '../faults/chance.js';
import { dataFor } from './candidates.js';
import { type Asked, type Process, type Stored, aProcess } from './write-side.js';

/** What came of a command: an answer, a rule that says no, or a failure on the way. */
export type Outcome = { readonly asked: Asked; readonly answer?: Answer; readonly refused?: string; readonly failure?: unknown };

/** An organization with people in it and beside it, in which any command may be tried: by whom and with which data, chance says. */
export class World {
  private readonly earlier: Record<string, string>[] = [];
  private readonly actors: string[] = [];
  private readonly files: string[] = [];
  private process!: Process;

  private constructor(
    private readonly stored: Stored,
    private readonly chance: Chance,
  ) {}

  static async of(stored: Stored, chance: Chance): Promise<World> {
    const world = new World(stored, chance);
    await world.restart();
    const [founder, newcomer, unverified, ...reps] = Array.from({ length: 7 }, () => randomUUID()) as [string, string, string, ...string[]];
    for (const account of [founder, newcomer, unverified, ...reps]) {
      world.actors.push(account);
      const phone = newPhone();
      await world.ask(account, 'OpenAccount', { accountId: account, name: 'Somebody', phone });
      if (account !== unverified) await world.ask(account, 'VerifyPhone', { accountId: account, phone });
    }
    await world.ask(founder, 'FoundOrganization', { organizationId: randomUUID(), name: 'Sharma Solar' });
    const { organization } = (await world.process.people.membership(founder))!;
    for (const rep of reps) await world.ask(rep, 'JoinOrganization', { inviteCode: organization.inviteCode });
    for (const owner of [founder, ...reps]) await world.upload(owner, organization.id);
    return world;
  }

  /** What the process knew is gone, as after a crash; what stands in the files is there. */
  async restart(): Promise<void> {
    this.process = await aProcess(this.stored);
  }

  /** Somebody asks for it, about something. */
  async attempt(command: string): Promise<Outcome> {
    // The founder may do most, for as long as they are an admin.
    const actorId = this.chance.in100(40) ? this.actors[0]! : this.chance.of(this.actors);
    const organization = (await this.process.people.membership(actorId))?.organization ?? (await this.founded());
    const references = (kind: ReferenceKind): readonly string[] => {
      const ofCommands = this.earlier.flatMap((one) => one[`${kind}Id`] ?? []);
      return kind === 'member' ? this.actors : ofCommands.length > 0 ? ofCommands : this.files;
    };
    const words = organization ? [organization.inviteCode] : [];
    return this.ask(actorId, command, dataFor(commandDefinitions[command]!, { earlier: this.earlier, words, references }, this.chance));
  }

  /** Exactly the same once more. */
  async again(asked: Asked): Promise<Outcome> {
    try {
      const answer = await this.process.send(asked);
      this.earlier.push(Object.fromEntries(Object.entries(asked.command.data).filter(([, value]) => typeof value === 'string' && named.test(value))));
      return { asked, answer };
    } catch (error) {
      return error instanceof Refusal ? { asked, refused: error.code } : { asked, failure: error };
    }
  }

  private async ask(actorId: string, type: string, data: object): Promise<Outcome> {
    const organizationId = (await this.process.people.membership(actorId))?.organization.id;
    const parsed = commandDefinitions[type]!.data.safeParse(data);
    const asked: Asked = { id: randomUUID(), actorId, organizationId, command: { type, data: parsed.data ?? data } };
    return parsed.success ? this.again(asked) : { asked, refused: 'shape' };
  }

  private async founded() {
    for (const actor of this.actors) {
      const membership = await this.process.people.membership(actor);
      if (membership) return membership.organization;
    }
    return undefined;
  }

  private async upload(owner: string, organizationId: string): Promise<void> {
    const fileId = randomUUID();
    await new FileRecords(this.stored.secrets).add(fileKey(organizationId, fileId), {
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

/** What a later command may name: an id, or a phone number. */
const named = /^(?:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\+\d{8,15})$/;
