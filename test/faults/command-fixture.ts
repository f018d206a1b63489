import { aggregates, commandDefinitions } from '#domain/aggregates.js';
import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import type { FileKind } from '#domain/kernel/files/files.js';
import { Refusal } from '#domain/kernel/refusal.js';
import type { ReferenceKind } from '#domain/kernel/schema.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { systemClock } from '#platform/common/clock.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { newPhone } from '../acceptance/product/person.js';
import { generateData } from '../chaos/generate-data.js';
import { sampleQuotation } from '../chaos/sample-quotation.js';
import { type WriteSideProcess, writeSideProcess } from '../chaos/write-side-process.js';
import { SeededRandom } from './seeded-random.js';

type Data = Readonly<Record<string, unknown>>;
export type CommandOutcome = {
  readonly refused?: Refusal;
  readonly id?: string;
  readonly revision?: number;
  readonly events: number;
};
/** Accepted command with its sender. */
export type AcceptedCommand = {
  readonly name: string;
  readonly actorId: string;
  readonly data: Data;
  readonly outcome: CommandOutcome;
};

/** Maximum number of tries until the rules accept a command. Each run has the same tries. */
const MAX_TRIES = 400;

/**
 * Id fields under which each command creates something new: payments of conversions and of
 * customers differ, and so do shares of leads and of quotations.
 */
const newIdFields = ['paymentId', 'shareId'];

/** Process that writes to one log. */
type WriteSide = {
  readonly log: EventLogInMemory;
  readonly process: WriteSideProcess;
};

export type CommandFixture = Awaited<ReturnType<typeof createCommandFixture>>;

/**
 * Two organizations in which every command can be accepted. Client-made ids equal ids of a victim's
 * files, so that forged references exist in the records. Tests change copies of it.
 */
export async function createCommandFixture(folder: string) {
  const log = new EventLogInMemory();
  const file = openSecretsFile(join(folder, `${randomUUID()}.sqlite`));
  const secrets = new KeyValueStoreOnSqlite(file, systemClock);
  const records = new FileRecords(secrets);
  const keys = new KeyStoreInMemory();
  const process = await writeSideProcess({ log, keys, secrets });
  const [admin, rep, colleague, formerMember, newcomer, foreigner, unverified] = Array.from(
    { length: 7 },
    () => randomUUID(),
  ) as [string, string, string, string, string, string, string];
  const phoneOfUnverified = newPhone();
  const today = systemClock.now().slice(0, 10);

  for (const accountId of [admin, rep, colleague, formerMember, newcomer, foreigner, unverified]) {
    const phone = accountId === unverified ? phoneOfUnverified : newPhone();
    await sendAccepted(accountId, 'OpenAccount', { accountId, name: 'Somebody', phone });
    if (accountId !== unverified)
      await sendAccepted(accountId, 'VerifyPhone', { accountId, phone });
  }
  const organizationId = await foundOrganization(admin);
  const foreignOrganizationId = await foundOrganization(foreigner);
  const readInviteCode = async (member: string) =>
    (await process.people.findMembership(member))!.organization.inviteCode;
  for (const member of [rep, colleague, formerMember])
    await sendAccepted(member, 'JoinOrganization', { inviteCode: await readInviteCode(admin) });
  await sendAccepted(formerMember, 'LeaveOrganization', {});

  // The founder may leave, because there is a second admin.
  await sendAccepted(admin, 'ChangeMemberRole', { memberId: colleague, role: 'admin' });

  const files = {
    photo: await upload(admin, organizationId, 'image'),
    pdf: await upload(admin, organizationId, 'pdf'),
    video: await upload(admin, organizationId, 'video'),
    ofRep: await upload(rep, organizationId, 'image'),
    ofColleague: await upload(colleague, organizationId, 'image'),
    paperOfColleague: await upload(colleague, organizationId, 'pdf'),
    foreign: await upload(foreigner, foreignOrganizationId, 'image'),
  };
  const [leadId, foreignLocationId, foreignProductId, deletedProductId] = Array.from(
    { length: 4 },
    () => randomUUID(),
  ) as [string, string, string, string];
  const itemIds = () => ({
    productId: randomUUID(),
    packageId: randomUUID(),
    offerId: randomUUID(),
  });
  /** Pairs of active and paused items, so that activation and deactivation both work. */
  const [active, paused] = [itemIds(), itemIds()];
  const alertId = randomUUID();
  const visitTimes = {
    startedAt: new Date(Date.now() - 3_600_000).toISOString(),
    endedAt: systemClock.now(),
    pausedSeconds: 0,
  };
  const inThreeDays = dayAfter(today, 3);
  await sendAccepted(foreigner, 'AddLocation', {
    locationId: foreignLocationId,
    name: 'Store',
    city: 'Dubai',
  });
  const person = { firstName: 'Rajesh', lastName: 'Patil', phone: newPhone(), city: 'Pune' };
  await sendAccepted(rep, 'CreateLead', {
    leadId,
    ...person,
    type: 'Owner',
    photoFileIds: [files.ofRep],
  });
  // Notes under ids of files that belong to others or are no pictures.
  await sendAccepted(rep, 'AddNote', { leadId, noteId: files.ofColleague, note: 'Called' });
  await sendAccepted(rep, 'RecordVisit', { leadId, visitId: files.foreign, ...visitTimes });
  await sendAccepted(rep, 'ScheduleFollowUp', {
    leadId,
    followUpId: files.video,
    dueOn: inThreeDays,
  });
  await sendAccepted(admin, 'UploadQuotation', {
    leadId,
    quotationId: files.paperOfColleague,
    amountPaise: 100,
    fileId: files.pdf,
  });
  await sendAccepted(admin, 'CreateCustomer', {
    customerId: leadId,
    ...person,
    convertedAt: systemClock.now(),
    convertedOn: systemClock.now().slice(0, 10),
  });
  // No client command raises alerts.
  await sendAccepted(admin, 'RaiseAlert', {
    memberId: admin,
    alertId,
    on: today,
    type: 'lead',
    about: { kind: 'lead-assigned', leadId },
  });

  const panel = {
    name: 'Panel',
    description: 'Monocrystalline',
    mrpPaise: 200,
    livePricePaise: 100,
  };
  for (const ids of [active, paused]) {
    const isActive = ids === active;
    const kit = {
      name: 'Kit',
      description: 'For a rooftop',
      items: [{ productId: ids.productId, quantity: 1 }],
    };
    await sendAccepted(admin, 'AddProduct', { productId: ids.productId, ...panel });
    await sendAccepted(admin, 'AddPackage', { packageId: ids.packageId, ...kit, isActive });
    // Packages need active products.
    if (!isActive) await sendAccepted(admin, 'DeactivateProduct', { productId: ids.productId });
    const poster = {
      title: 'Diwali',
      description: 'Free cleaning',
      fileId: files.photo,
      fileType: 'image',
    };
    await sendAccepted(admin, 'AddOffer', { offerId: ids.offerId, ...poster, isActive });
  }
  await sendAccepted(foreigner, 'AddProduct', { productId: foreignProductId, ...panel });
  await sendAccepted(admin, 'AddProduct', { productId: deletedProductId, ...panel });
  await sendAccepted(admin, 'DeleteProduct', { productId: deletedProductId });
  const categoryIds: Record<string, string> = {};
  for (const kind of ['product', 'package', 'offer'])
    await sendAccepted(admin, 'AddCategory', {
      categoryId: (categoryIds[kind] = randomUUID()),
      kind,
      name: 'Rooftop',
    });

  const quotationId = randomUUID();
  const quotation = (name: string) => sampleQuotation({ quotationId, leadId }, name, inThreeDays);
  // Quotation that was sent with a PDF and a link, then without, and then changed.
  await sendAccepted(rep, 'SaveQuotation', quotation('Panel'));
  await sendAccepted(rep, 'SendQuotation', { quotationId, version: 1 });
  await sendAccepted(admin, 'RecordQuotationPdf', {
    quotationId,
    version: 1,
    fileId: randomUUID(),
    pdfSha256: '0'.repeat(64),
  });
  await sendAccepted(rep, 'SaveQuotation', quotation('Inverter'));
  await sendAccepted(rep, 'SendQuotation', { quotationId, version: 2 });
  await sendAccepted(admin, 'RecordQuotationPdfFailure', { quotationId, version: 2 });
  await sendAccepted(rep, 'SaveQuotation', quotation('Cable'));

  /** Decided bill for `EraseBill`; other commands get undecided bills. */
  const decidedBillId = randomUUID();
  const expense = { type: 'Food', amountPaise: 100, spentOn: today };
  await sendAccepted(rep, 'SubmitBill', { billId: decidedBillId, ...expense });
  await sendAccepted(admin, 'ApproveBill', { billId: decidedBillId });

  /** Share of a product, in a stream of its own; other shares are parts of quotations. */
  const productShareId = randomUUID();
  const shared = { productId: active.productId, method: 'link' };
  await sendAccepted(rep, 'ShareProduct', { shareId: productShareId, ...shared });

  /** Ids and values of existing records, by field name. */
  const existingIds: Record<string, string> = {
    accountId: unverified,
    /** Former member, for `EraseMember`; other commands refer to present members. */
    memberId: formerMember,
    phone: phoneOfUnverified,
    leadId,
    customerId: leadId,
    followUpId: files.video,
    alertId,
    quotationId,
    categoryId: categoryIds['product']!,
    ...active,
  };
  const otherIds: Readonly<Record<string, readonly string[]>> = {
    photo: [files.photo],
    image: [files.photo],
    'quotation-file': [files.photo, files.pdf],
    'offer-file': [files.photo, files.pdf, files.video],
    product: [active.productId, paused.productId],
    package: [active.packageId, paused.packageId],
    offer: [active.offerId, paused.offerId],
    'product-category': [categoryIds['product']!],
    'package-category': [categoryIds['package']!],
    'offer-category': [categoryIds['offer']!],
  };
  const members = [rep, colleague, admin];
  await createMissing();
  const { phone: _, ...recordIds } = existingIds;
  const namedIds = [
    decidedBillId,
    productShareId,
    ...Object.values(recordIds),
    ...members,
    ...Object.values(files),
    ...Object.values(otherIds).flat(),
  ];

  return {
    copy,
    files,
    referableIds,
    existingIds,
    ids: [
      ...new Set([
        ...namedIds,
        foreigner,
        newcomer,
        foreignLocationId,
        foreignProductId,
        deletedProductId,
        foreignOrganizationId,
        randomUUID(),
      ]),
    ],
    close: () => file.close(),
  };

  /** Payment of a conversion, whose fields are all optional. */
  function newPayment(): Data {
    return { paymentId: randomUUID(), paymentPaise: 100, paidOn: today, method: 'Cash' };
  }

  /** Token and days of a link for auditors, whose order the rules check. */
  function newAuditPeriod(): Data {
    const tokenSha256 = randomUUID().replaceAll('-', '').repeat(2);
    return { tokenSha256, from: today, to: today, expiresOn: inThreeDays };
  }

  /** Ids to which an admin's command may refer. */
  function referableIds(kind: ReferenceKind): readonly string[] {
    if (kind === 'member') return members;
    const id = existingIds[`${kind}Id`];
    return otherIds[kind] ?? (id === undefined ? [] : [id]);
  }

  /**
   * Creates missing records for every shared id, with the command that accepts it as new. A
   * colleague creates them if possible, because some records may not be decided by their maker.
   * @throws Error if no command creates one
   */
  async function createMissing(): Promise<void> {
    const fields = everyCommand
      .flatMap(([name]) => ownIds(name))
      .filter((field) => !newIdFields.includes(field));
    const listMissing = () =>
      new Set(
        fields.filter(
          (field) => !(field in existingIds) && fields.indexOf(field) !== fields.lastIndexOf(field),
        ),
      );
    for (let missingCount = -1; missingCount !== listMissing().size;) {
      missingCount = listMissing().size;
      for (const field of listMissing()) {
        const accepted = await create(field);
        if (accepted) existingIds[field] = String(accepted.data[field]);
      }
    }
    if (listMissing().size > 0)
      throw new Error(
        `No command was found that makes something under a new ${[...listMissing()].join(', ')}`,
      );
  }

  async function create(field: string): Promise<AcceptedCommand | undefined> {
    for (const [name] of everyCommand.filter(([name]) => ownIds(name).includes(field)))
      for (const actorId of [colleague, admin]) {
        const attempt = await tryCommand(name, { log, process }, actorId);
        if (attempt?.data[field] !== undefined) return attempt;
      }
    return undefined;
  }

  async function foundOrganization(actorId: string): Promise<string> {
    const organizationId = randomUUID();
    await sendAccepted(actorId, 'FoundOrganization', { organizationId, name: 'Sharma Solar' });
    return organizationId;
  }

  async function upload(owner: string, organization: string, kind: FileKind): Promise<string> {
    const fileId = randomUUID();
    const record = {
      owner,
      organizationId: organization,
      kind,
      contentType: 'of/its-kind',
      bytes: 1,
      uploadedSha256: '',
      createdAt: today,
    };
    await records.add(fileKey(organization, fileId), record);
    return fileId;
  }

  async function sendAccepted(actorId: string, name: string, data: object): Promise<void> {
    const { refused } = await send(actorId, name, data);
    if (refused) throw new Error(`${name}: ${refused.code} ${refused.field}`);
  }

  /**
   * Sends under a new command id.
   * @throws errors other than refusals
   */
  async function send(
    actorId: string,
    name: string,
    data: object,
    writeSide: WriteSide = { log, process },
  ): Promise<CommandOutcome> {
    const eventsBefore = writeSide.log.events.length;
    const organizationId = (await writeSide.process.people.findMembership(actorId))?.organization
      .id;
    const command = { type: name, data: commandDefinitions[name]!.data.parse(data) };
    try {
      const { id, revision } = await writeSide.process.send({
        id: randomUUID(),
        actorId,
        organizationId,
        command,
      });
      return { id, revision, events: writeSide.log.events.length - eventsBefore };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // A refused decision stands in the access log.
      const isEffect = ({ stream }: RecordedEvent): boolean => !stream.startsWith('access-');
      return {
        refused: error,
        events: writeSide.log.events.slice(eventsBefore).filter(isEffect).length,
      };
    }
  }

  /** Same records and keys for one test; files are shared. */
  async function copy() {
    const [copiedLog, copiedKeys] = [new EventLogInMemory([...log.events]), keys.copy()];
    const process = await writeSideProcess({ log: copiedLog, keys: copiedKeys, secrets });
    const writeSide = { log: copiedLog, process };
    return {
      findAccepted: (name: string) => findAccepted(name, writeSide),
      send: (actorId: string, name: string, data: object) => send(actorId, name, data, writeSide),
    };
  }

  /** Random data of a command that the rules accept, with an effect. */
  async function findAccepted(name: string, writeSide: WriteSide): Promise<AcceptedCommand> {
    const acceptedCommand = await tryCommand(
      name,
      writeSide,
      commandDefinitions[name]!.may === 'newcomer' ? newcomer : admin,
    );
    if (!acceptedCommand) throw new Error(`No data was found with which ${name} is accepted`);
    return acceptedCommand;
  }

  async function tryCommand(
    name: string,
    writeSide: WriteSide,
    actorId: string,
  ): Promise<AcceptedCommand | undefined> {
    const definition = commandDefinitions[name]!;
    const random = new SeededRandom(name, 7);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const inviteCodes = [await readInviteCode(admin)];
      const { quotationId: _, ...withoutQuotation } = existingIds;
      const existing = name === 'UploadQuotation' ? withoutQuotation : existingIds;
      const acceptedData = [name.startsWith('Activate') ? paused : existing];
      const known = { acceptedData, words: inviteCodes, references: referableIds };
      const data = {
        ...generateData(definition, known, random),
        ...(name === 'ConvertLead' && newPayment()),
        ...(name === 'EraseBill' && { billId: decidedBillId }),
        ...(name === 'EraseShare' && { shareId: productShareId }),
        ...(name === 'CreateAuditLink' && newAuditPeriod()),
        ...(name === 'SendQuotation' && { version: 3 }),
        ...(name === 'RequestQuotationPdf' && { version: 2 }),
      };
      if (!definition.data.safeParse(data).success) continue;
      const outcome = await send(actorId, name, data, writeSide);
      if (outcome.events > 0) return { name, actorId, data, outcome };
    }
    return undefined;
  }
}

/** Client commands by name, each with the field that names its record. */
export const everyCommand: readonly (readonly [name: string, recordField: string | undefined])[] =
  aggregates.flatMap((aggregate: AnyAggregate) =>
    Object.entries(aggregate.commands).flatMap(([name, { data, may }]) => {
      if (may === 'internal') return [];
      const fieldsByName = Object.fromEntries(
        Object.keys(data.shape).map((field) => [field, field]),
      );
      const recordField = aggregate.streamId(fieldsByName, {
        accountId: '',
        organizationId: '',
        now: '',
      });
      return [[name, recordField in fieldsByName ? recordField : undefined] as const];
    }),
  );

/** Id fields of a command, and whether they hold lists. */
export function idFields(name: string): readonly (readonly [field: string, isList: boolean])[] {
  const id = randomUUID();
  return Object.entries<z.ZodType>(commandDefinitions[name]!.data.shape).flatMap(
    ([field, schema]): [string, boolean][] => {
      const isValid = (value: unknown) => schema.safeParse(value).success;
      if (isValid('no id') || isValid(['no id'])) return [];
      return isValid(id) ? [[field, false]] : isValid([id]) ? [[field, true]] : [];
    },
  );
}

/** Fields with an id inside the command's own record. */
const ownIds = (name: string): string[] =>
  idFields(name).flatMap(([field, isList]) =>
    isList || commandDefinitions[name]!.refersTo?.[field] ? [] : [field],
  );

/** Commands that create something, by name, with the field of its id; found by sending them. */
export async function findCreatingCommands({
  copy,
  ids,
  existingIds,
}: CommandFixture): Promise<ReadonlyMap<string, string>> {
  const fieldOfCommand = new Map<string, string>();
  for (const [name] of everyCommand) {
    const { data } = await (await copy()).findAccepted(name);
    const isNew = (field: string) =>
      data[field] === undefined ? !(field in existingIds) : !ids.includes(data[field] as string);
    const field = idFields(name).find(
      ([field]) => !commandDefinitions[name]!.refersTo?.[field] && isNew(field),
    );
    if (field) fieldOfCommand.set(name, field[0]);
  }
  return fieldOfCommand;
}
