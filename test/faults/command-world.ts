import { aggregates, commandDefinitions } from '#domain/aggregates.js';
import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import { dayAfter } from '#domain/kernel/days.js';
import { Refusal } from '#domain/kernel/refusal.js';
import type { ReferenceKind } from '#domain/kernel/schema.js';
import { systemClock } from '#platform/common/clock.js';
import { FileRecords, type KindOfFile, fileKey } from '#platform/files/file-records.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { EventLogInMemory } from '#platform/testing/event-log-in-memory.js';
import { KeyStoreInMemory } from '#platform/testing/key-store-in-memory.js';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { newPhone } from '../acceptance/person.js';
import { dataFor } from '../chaos/candidates.js';
import { aProcess } from '../chaos/write-side.js';
import { Chance } from './chance.js';

type Data = Readonly<Record<string, unknown>>;
/** What came of a command. */
export type Came = { readonly refused?: Refusal; readonly id?: string; readonly revision?: number; readonly events: number };
/** A command that the rules take, and who sent it. */
export type Accepted = { readonly name: string; readonly actorId: string; readonly data: Data; readonly came: Came };

/** Most tries until the rules take a command; what is tried is the same in each run. */
const mostTries = 400;

/**
 * Two organizations in which every command of the language has something to be about. Everything that a client may name is named
 * by the id of a file that a forger would like to have, so that each such id stands elsewhere in the record.
 */
export async function commandWorld(folder: string) {
  const log = new EventLogInMemory();
  const file = openSecretsFile(join(folder, `${randomUUID()}.sqlite`));
  const secrets = new KeyValueStoreOnSqlite(file, systemClock);
  const records = new FileRecords(secrets);
  const keys = new KeyStoreInMemory();
  const process = await aProcess({ log, keys, secrets });
  const [admin, rep, colleague, newcomer, foreigner, unverified] = Array.from({ length: 6 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const phoneOfUnverified = newPhone();
  const today = systemClock.now().slice(0, 10);

  for (const accountId of [admin, rep, colleague, newcomer, foreigner, unverified]) {
    const phone = accountId === unverified ? phoneOfUnverified : newPhone();
    await done(accountId, 'OpenAccount', { accountId, name: 'Somebody', phone });
    if (accountId !== unverified) await done(accountId, 'VerifyPhone', { accountId, phone });
  }
  const organizationId = await founded(admin);
  const abroad = await founded(foreigner);
  const inviteCode = async (member: string) => (await process.people.membership(member))!.organization.inviteCode;
  for (const member of [rep, colleague]) await done(member, 'JoinOrganization', { inviteCode: await inviteCode(admin) });

  // the founder may leave
  await done(admin, 'ChangeMemberRole', { memberId: colleague, role: 'admin' });

  const files = {
    photo: await upload(admin, organizationId, 'image'),
    pdf: await upload(admin, organizationId, 'pdf'),
    video: await upload(admin, organizationId, 'video'),
    ofRep: await upload(rep, organizationId, 'image'),
    ofColleague: await upload(colleague, organizationId, 'image'),
    paperOfColleague: await upload(colleague, organizationId, 'pdf'),
    foreign: await upload(foreigner, abroad, 'image'),
  };
  const [leadId, locationId, foreignLocation, projectId, invoiceId] = Array.from({ length: 5 }, () => randomUUID());
  const when = { startedAt: new Date(Date.now() - 3_600_000).toISOString(), endedAt: systemClock.now(), pausedSeconds: 0 };
  const soon = dayAfter(today, 3);
  await done(foreigner, 'AddLocation', { locationId: foreignLocation, name: 'Store', city: 'Dubai' });
  await done(admin, 'AddLocation', { locationId, name: 'Store', city: 'Pune' });
  const person = { firstName: 'Rajesh', lastName: 'Patil', phone: newPhone(), city: 'Pune' };
  await done(rep, 'CreateLead', { leadId, ...person, type: 'Owner', photoFileIds: [files.ofRep] });
  // under the ids of files that are not the sender's, or no pictures
  await done(rep, 'AddNote', { leadId, noteId: files.ofColleague, note: 'Called' });
  await done(rep, 'RecordVisit', { leadId, visitId: files.foreign, ...when });
  await done(rep, 'ScheduleFollowUp', { leadId, followUpId: files.video, dueOn: soon });
  await done(admin, 'UploadQuotation', { leadId, quotationId: files.paperOfColleague, amountPaise: 100, fileId: files.pdf });
  await done(admin, 'CreateCustomer', { customerId: leadId, ...person });
  await done(admin, 'AddProject', { customerId: leadId, projectId, name: 'Rooftop', assignedTo: rep });
  await done(admin, 'AddInvoice', { customerId: leadId, invoiceId, number: 'FT/1', issuedOn: today, amountPaise: 100 });

  /** What stands in the records, by the names of fields: what a command may be about. */
  const there: Data = {
    accountId: unverified,
    phone: phoneOfUnverified,
    leadId,
    customerId: leadId,
    followUpId: files.video,
    projectId,
    invoiceId,
    locationId,
  };
  /** What a command of the admin's may refer to. */
  const mayRefer: Readonly<Record<ReferenceKind, readonly string[]>> = {
    member: [rep, colleague, admin],
    location: [locationId!],
    photo: [files.photo],
    image: [files.photo],
    'quotation-file': [files.photo, files.pdf],
  };
  const { accountId, phone: _, ...inRecords } = there;
  const named = [accountId, ...Object.values(inRecords), ...Object.values(mayRefer).flat(), ...Object.values(files)] as string[];

  return {
    accepted,
    acceptable,
    files,
    send,
    mayRefer,
    there,
    ids: [...new Set([...named, foreigner, newcomer, foreignLocation!, abroad, randomUUID()])],
    close: () => file.close(),
  };

  async function founded(actorId: string): Promise<string> {
    const organizationId = randomUUID();
    await done(actorId, 'FoundOrganization', { organizationId, name: 'Sharma Solar' });
    return organizationId;
  }

  async function upload(owner: string, organization: string, kind: KindOfFile): Promise<string> {
    const fileId = randomUUID();
    const record = { owner, organizationId: organization, kind, contentType: 'of/its-kind', bytes: 1, uploadedSha256: '', createdAt: today };
    await records.add(fileKey(organization, fileId), record);
    return fileId;
  }

  async function done(actorId: string, name: string, data: object): Promise<void> {
    const { refused } = await send(actorId, name, data);
    if (refused) throw new Error(`${name}: ${refused.code} ${refused.field}`);
  }

  /** Under a new command id. @throws whatever is no rule's no */
  async function send(actorId: string, name: string, data: object, on = { log, process }): Promise<Came> {
    const before = on.log.events.length;
    const organizationId = (await on.process.people.membership(actorId))?.organization.id;
    const command = { type: name, data: commandDefinitions[name]!.data.parse(data) };
    try {
      const { id, revision } = await on.process.send({ id: randomUUID(), actorId, organizationId, command });
      return { id, revision, events: on.log.events.length - before };
    } catch (error) {
      if (error instanceof Refusal) return { refused: error, events: on.log.events.length - before };
      throw error;
    }
  }

  /** What would be accepted: it is tried on a copy of the log, and nothing has happened here. */
  async function acceptable(name: string): Promise<Accepted> {
    const copy = new EventLogInMemory([...log.events]);
    return accepted(name, { log: copy, process: await aProcess({ log: copy, keys, secrets }) });
  }

  /** Something of the command's own shape that the rules take and that makes something happen. */
  async function accepted(name: string, on = { log, process }): Promise<Accepted> {
    const definition = commandDefinitions[name]!;
    const chance = new Chance(name, 7);
    const actorId = definition.may === 'newcomer' ? newcomer : admin;
    for (let tries = 0; tries < mostTries; tries++) {
      const words = [await inviteCode(admin)];
      const data = dataFor(definition, { earlier: [there], words, references: (kind) => mayRefer[kind] }, chance);
      if (!definition.data.safeParse(data).success) continue;
      const came = await send(actorId, name, data, on);
      if (came.events > 0) return { name, actorId, data, came };
    }
    throw new Error(`Nothing was found that makes something happen by ${name}`);
  }
}

/** Commands that clients may send, by their names, each with the field that names its record. */
export const everyCommand: readonly (readonly [name: string, recordField: string | undefined])[] = aggregates.flatMap((aggregate: AnyAggregate) =>
  Object.entries(aggregate.commands).flatMap(([name, { data, may }]) => {
    if (may === 'internal') return [];
    const named = Object.fromEntries(Object.keys(data.shape).map((field) => [field, field]));
    const found = aggregate.streamId(named, { accountId: '', organizationId: '', now: '' });
    return [[name, found in named ? found : undefined] as const];
  }),
);

/** The fields of a command that hold ids, each with whether it holds a list of them. */
export function idFields(name: string): readonly (readonly [field: string, isList: boolean])[] {
  const id = randomUUID();
  return Object.entries<z.ZodType>(commandDefinitions[name]!.data.shape).flatMap(([field, schema]): [string, boolean][] => {
    const takes = (value: unknown) => schema.safeParse(value).success;
    if (takes('no id')) return [];
    return takes(id) ? [[field, false]] : takes([id]) ? [[field, true]] : [];
  });
}

/** Which commands make something new, and under the id in which of their fields; found out by asking. */
export async function madeBy(newFolder: () => string): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  for (const [name] of everyCommand) {
    const world = await commandWorld(newFolder());
    const { data } = await world.accepted(name);
    const isNew = (field: string) => (data[field] === undefined ? !(field in world.there) : data[field] !== world.there[field]);
    const field = idFields(name).find(([field]) => !commandDefinitions[name]!.refersTo?.[field] && isNew(field));
    if (field) made.set(name, field[0]);
    world.close();
  }
  return made;
}
