import { customerCommands } from '#domain/customers/customer.commands.js';
import { gstNumber } from '#domain/kernel/values/gst-number.js';
import type { CommandDefinitions } from '#domain/kernel/schema.js';
import { leadCommands } from '#domain/leads/lead.commands.js';
import { s3Settings } from '#platform/common/config/settings.js';
import { FileStoreOnS3 } from '#platform/files/file-store/file-store-on-s3.js';
import { variants } from '#domain/kernel/files/files.js';
import { fileKey, PREVIEW, variantKey } from '#platform/files/file-records.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Database from 'libsql';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Socket, io } from 'socket.io-client';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import type { ServerAddresses } from '../servers/programs/server-pool.js';
import { readStoredContents } from './product/stored-contents.js';
import { isOnServers, allocateServers } from './product/servers-of-run.js';
import { type Person, cookieOf, newPhone, createTeam } from './product/person.js';
import { Product } from './product/product.js';
import { until } from './product/until.js';

/** Milliseconds after a deletion within which all personal data disappear. */
const ERASED_WITHIN_MS = 60_000;

let product: Product;
let servers: ServerAddresses | undefined;
const sockets: Socket[] = [];
beforeAll(async () => {
  servers = isOnServers ? await allocateServers() : undefined;
  product = await Product.start({ env: { ...servers, LOG_LEVEL: 'trace' } });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await product.dispose();
});

/** Unique texts with the fields that have them. They are in lower case, as folded text is. */
class Markers {
  readonly written = new Map<string, string>();

  text(source: string): string {
    const mark = `mk${randomBytes(9).toString('hex')}`;
    this.written.set(mark, source);
    // Surrounds the mark with characters that JSON, a shell or text folding would rewrite.
    return `"Ä'\\ ${mark}`;
  }

  phone(source: string): string {
    const phone = newPhone();
    this.written.set(phone.slice(3), source);
    return phone;
  }

  gstNumber(source: string): string {
    const digits = String(1_000 + (randomBytes(2).readUInt16BE() % 9_000));
    const letters = [...randomBytes(5)]
      .map((byte) => String.fromCharCode(65 + (byte % 26)))
      .join('');
    this.written.set(`27${letters}${digits}`, source);
    return [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
      .map((check) => `27${letters}${digits}K1Z${check}`)
      .find((candidate) => gstNumber.safeParse(candidate).success)!;
  }

  degrees(source: string): number {
    const digits = String(100_000_000 + (randomBytes(4).readUInt32BE() % 899_999_999));
    this.written.set(digits, source);
    return Number(`18.${digits}`);
  }

  /** Sources of the marks that occur in the bytes. */
  findIn(bytes: Uint8Array): readonly string[] {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    return [...this.written].flatMap(([mark, source]) => (text.includes(mark) ? source : []));
  }
}

/** Definition of a schema, as zod stores it. */
type SchemaDefinition = {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly entries?: Readonly<Record<string, string>>;
};

/**
 * Makes data for every field of a command, with marks in all free texts.
 * @throws Error for a kind of field that is not handled yet
 */
function makeFullData(schema: z.core.$ZodType, source: string, marks: Markers): unknown {
  const definition = schema._zod.def as unknown as SchemaDefinition;
  const inner = definition.innerType ?? definition.in;
  const name = source.split('.').at(-1)!;
  if (/phone$/i.test(name)) return marks.phone(source);
  if (name === 'gstNumber') return marks.gstNumber(source);
  if (inner) return makeFullData(inner, source, marks);
  if (definition.shape)
    return Object.fromEntries(
      Object.entries(definition.shape).map(([field, fieldSchema]) => [
        field,
        makeFullData(fieldSchema, `${source}.${field}`, marks),
      ]),
    );
  if (definition.type === 'enum') return Object.values(definition.entries!)[0];
  if (definition.type === 'boolean') return true;
  if (definition.type === 'number')
    return ['lat', 'lng'].includes(name) ? marks.degrees(source) : 1;
  if (definition.type === 'array') return [makeFullData(definition.element!, source, marks)];
  if (definition.type !== 'string')
    throw new Error(`${source} is a ${definition.type}: add a value for it here`);
  if (definition.format === 'uuid') return newId();
  if (definition.format === 'date') return day(1);
  if (definition.format === 'datetime') return new Date().toISOString();
  return marks.text(source);
}

const definitions: CommandDefinitions = { ...leadCommands, ...customerCommands };
const day = (daysAhead: number) =>
  new Date(Date.now() + daysAhead * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** Ids of a command on a lead, or on the customer that it becomes, which has the same id. */
const idsFor = (data: object, leadId: string) => ({
  ...('leadId' in data && { leadId }),
  ...('customerId' in data && { customerId: leadId }),
});

/** Fills a lead, and then its customer, with every possible value. */
class RecordFiller {
  readonly marks = new Markers();
  readonly sentCommands = new Set<string>();
  readonly leadId = newId();

  constructor(private readonly person: Person) {}

  /** @param values fields that need a certain value; undefined leaves a field out */
  async fill(command: string, values: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const data = makeFullData(definitions[command]!.data, command, this.marks) as Record<
      string,
      unknown
    >;
    await this.person.send(command, { ...data, ...idsFor(data, this.leadId), ...values });
    this.sentCommands.add(command);
  }
}

const pdfWith = (mark: string) =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n% ${mark}\ntrailer\n<</Root 1 0 R>>\n%%EOF\n`,
  );
const pictureWith = (mark: string) =>
  sharp({ create: { width: 900, height: 700, channels: 3, background: '#d06030' } })
    .withExif({ IFD0: { Make: mark, ImageDescription: mark } })
    .jpeg()
    .toBuffer();

/** Reads everything stored, and the output of the process. */
const readAllContents = async () =>
  new Map(await readStoredContents(product.dataDir, servers)).set(
    'output',
    Buffer.from(product.output),
  );

/** Every mark found, with its source and where it is stored. */
async function findMarkers(marks: Markers): Promise<readonly string[]> {
  return [...(await readAllContents())].flatMap(([name, bytes]) =>
    marks.findIn(bytes).map((source) => `${source} in ${name}`),
  );
}

test('after an erasure no byte of a person remains in log, views, queue, files or output, under concurrent traffic', async () => {
  const { admin, reps, organizationId } = await createTeam(product, 'Asha');
  const [asha] = reps as [Person];
  const erasedRecord = new RecordFiller(asha);
  const keptRecord = new RecordFiller(asha);
  const { leadId } = erasedRecord;

  const uploadPhoto = async () => {
    const { fileId } = await asha.upload(
      new Uint8Array(await pictureWith(erasedRecord.marks.text('photo'))),
      `${erasedRecord.marks.text('name').slice(5)}.jpg`,
      'image/jpeg',
    );
    return fileId;
  };
  const photos = await Promise.all([uploadPhoto(), uploadPhoto(), uploadPhoto(), uploadPhoto()]);
  const paper = await asha.upload(
    new Uint8Array(pdfWith(erasedRecord.marks.text('pdf'))),
    'quote.pdf',
    'application/pdf',
  );

  await keptRecord.fill('CreateLead', { assignedTo: undefined, photoFileIds: undefined });
  await erasedRecord.fill('CreateLead', { assignedTo: undefined, photoFileIds: [photos[0]] });
  const cookie = cookieOf(asha);
  const socket = io(product.url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    forceNew: true,
  });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.on('connect', resolve));
  await socket.timeout(5_000).emitWithAck('resume', {
    rooms: [`member:${asha.id}`, `organization:${organizationId}`, `lead:${leadId}`],
  });

  await erasedRecord.fill('EditLead', { assignedTo: undefined, photoFileIds: [photos[1]] });
  await erasedRecord.fill('AddNote', { photoFileIds: [photos[2]] });
  const [followUpId, nextFollowUpId, quotationId] = [newId(), newId(), newId()];
  await erasedRecord.fill('ScheduleFollowUp', { followUpId, dueOn: day(2) });
  await erasedRecord.fill('CancelFollowUp', {
    followUpId,
    nextFollowUpId,
    nextOn: day(3),
  });
  await erasedRecord.fill('CompleteFollowUp', { followUpId: nextFollowUpId });
  const [startedAt, endedAt] = [
    new Date(Date.now() - 60_000).toISOString(),
    new Date().toISOString(),
  ];
  await erasedRecord.fill('RecordVisit', {
    startedAt,
    endedAt,
    followUpId: nextFollowUpId,
    photoFileIds: [photos[3]],
  });
  await erasedRecord.fill('UploadQuotation', { quotationId, fileId: paper.fileId });
  await erasedRecord.fill('RequestQuotation');
  const productId = newId();
  const price = { mrpPaise: 20_000, livePricePaise: 15_000 };
  await admin.send('AddProduct', { productId, name: 'Pump', description: 'Five HP', ...price });
  const sharedProduct = { productId, packageId: undefined, offerId: undefined, title: 'Pump' };
  await erasedRecord.fill('ShareWithLead', { ...sharedProduct, shareId: newId(), method: 'link' });
  await erasedRecord.fill('MarkLeadLost');
  await erasedRecord.fill('ChangeLeadStatus', { status: 'Quoted' });
  await erasedRecord.fill('ConvertLead', { paidOn: day(-1) });
  await until(async () => (await asha.request('GET', `/api/customers/${leadId}`)).status === 200, {
    what: () => 'the customer',
  });
  await erasedRecord.fill('EditCustomer');
  await erasedRecord.fill('ChangeStage', { stage: 'Completed' });
  await erasedRecord.fill('RecordPayment', { paidOn: day(-1) });
  const [projectId, invoiceId] = [newId(), newId()];
  await erasedRecord.fill('AddProject', { projectId, assignedTo: asha.id });
  await erasedRecord.fill('UpdateProject', { projectId, assignedTo: null });
  await erasedRecord.fill('AddInvoice', { invoiceId, issuedOn: day(-1) });
  await erasedRecord.fill('ChangeInvoiceStatus', { invoiceId, status: 'Paid' });
  const erasedRecordByAdmin = new RecordFiller(admin);
  Object.assign(erasedRecordByAdmin, { leadId, marks: erasedRecord.marks });
  await erasedRecordByAdmin.fill('OverridePaymentStatus', { status: 'Paid' });
  await erasedRecordByAdmin.fill('ReassignLead', { assignedTo: admin.id });

  // New fields and commands must be added here.
  const sendableCommands = Object.entries(definitions).flatMap(([name, { may }]) =>
    may === 'internal' ? [] : name,
  );
  const lastCommands = ['DeleteLead', 'ErasePersonalData'];
  expect(
    [...erasedRecord.sentCommands, ...erasedRecordByAdmin.sentCommands, ...lastCommands].toSorted(),
  ).toEqual(sendableCommands.toSorted());

  // Fills caches of searches and pages, and generates variants.
  const screenPaths = [
    `leads/${leadId}`,
    `leads/${leadId}/timeline`,
    `customers/${leadId}`,
    'leads',
    'customers',
    'follow-ups',
    'visits?tab=completed',
  ];
  const readScreens = () =>
    Promise.all(screenPaths.map((path) => admin.request('GET', `/api/${path}`)));
  await readScreens();
  await until(
    async () =>
      (await findMarkers(erasedRecord.marks)).some(
        (source) => source.includes('project') || source.includes('Project'),
      ),
    {
      what: () => 'the views to know of the project',
    },
  );
  expect((await findMarkers(keptRecord.marks)).length).toBeGreaterThan(0);

  // A reader of an older state is open during the erasure, like a backup.
  const views = join(product.dataDir, 'views.sqlite');
  const backup = existsSync(views) ? new Database(views, { readonly: true }) : undefined;
  backup?.exec('BEGIN');
  backup?.prepare('SELECT count(*) FROM declared').get([]);
  let isReading = true;
  const readers = (async () => {
    while (isReading) await readScreens();
  })();

  await admin.send('DeleteLead', { leadId });
  await admin.send('ErasePersonalData', { leadId });
  const erasedAt = performance.now();
  await keptRecord.fill('AddNote', { photoFileIds: undefined });
  backup?.exec('COMMIT');
  backup?.close();

  let remainingMarks: readonly string[] = ['not looked for yet'];
  while (remainingMarks.length > 0 && performance.now() - erasedAt < ERASED_WITHIN_MS)
    remainingMarks = await findMarkers(erasedRecord.marks);
  expect(remainingMarks).toEqual([]);
  isReading = false;
  await readers;

  const note = [...keptRecord.marks.written].find(([, source]) => source === 'AddNote.note')![0];
  await until(
    async () => [...(await readAllContents()).values()].some((bytes) => bytes.includes(note)),
    { what: () => 'the note of the kept record' },
  );
  const files = servers && (await FileStoreOnS3.open(s3Settings.parse(servers.S3_URL)));
  for (const fileId of [...photos, paper.fileId]) {
    expect((await admin.request('GET', `/api/files/${fileId}`)).status).toBe(404);
    const key = fileKey(organizationId, fileId);
    for (const storedKey of [
      key,
      ...([...variants, PREVIEW] as const).map((variant) => variantKey(key, variant)),
    ])
      expect(await files?.stat(storedKey)).toBeUndefined();
  }

  // Commands on the erased record reveal no data of the person, in the answer or in the process
  // output.
  for (const command of ['EditLead', 'AddNote', 'AddProject', 'AddInvoice']) {
    const data = makeFullData(definitions[command]!.data, command, erasedRecord.marks) as Record<
      string,
      unknown
    >;

    const body = JSON.stringify({
      ...data,
      ...idsFor(data, leadId),
      photoFileIds: undefined,
      assignedTo: undefined,
      place: undefined,
    });
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const refusal = await admin.request('POST', `/api/commands/${command}`, { body, headers });
    expect([command, refusal.status]).toEqual([command, 404]);
    expect(erasedRecord.marks.findIn(Buffer.from(JSON.stringify(refusal.body)))).toEqual([]);
  }
  expect(await findMarkers(erasedRecord.marks)).toEqual([]);
  await product.restart();
  expect(await findMarkers(erasedRecord.marks)).toEqual([]);
});
