import type { LeadList } from '#domain/leads/lead.views.js';
import { folders } from '#platform/testing/folders.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Person, captureLead, signUp, createTeam } from '../../acceptance/product/person.js';
import { Product } from '../../acceptance/product/product.js';
import { EventStoreProcess } from '../../servers/event-store-stand-in/event-store-process.js';
import { connectToNewDatabases } from '../../servers/programs/mongod.js';
import { captureLeadWithPhoto } from '../lead-with-photo.js';
import { runOperatorCommand } from '../operator-commands.js';

const folder = folders();
const { urlOf } = await connectToNewDatabases();

let standIn: EventStoreProcess;
let product: Product;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  standIn = await EventStoreProcess.start(join(folder(), 'log'));
  env = { EVENTSTORE_URL: standIn.url, MONGO_URL: urlOf('departures'), FILES_DIR: folder() };
  product = await Product.start({ env });
}, 120_000);
afterAll(async () => {
  await product?.dispose();
  await standIn?.kill();
});

test('a move away from running servers is refused if its destination has an account with the same number, and otherwise disturbs nobody', async () => {
  const [departing, staying] = [
    await createTeam(product, 'Zubeda Khan'),
    await createTeam(product),
  ];
  const { leadId } = await captureLeadWithPhoto(departing.admin, 'Rajesh');
  await captureLead(staying.admin, { firstName: 'Asha' });
  const target = folder();
  const targetProduct = await Product.start({ dataDir: target });
  await signUp(targetProduct, 'Same Number', departing.reps[0].phone);
  await targetProduct.end();
  const takenSettingsFile = join(folder(), 'taken.env');
  writeFileSync(takenSettingsFile, `DATA_DIR=${target}\n`);
  const move = (file: string) =>
    runOperatorCommand(
      'organization',
      { ...env, DATA_DIR: folder() },
      'move',
      departing.organizationId,
      file,
    );
  expect(await move(takenSettingsFile)).toEqual({
    code: 1,
    output: expect.stringContaining(`(account-phone) there as account-${departing.reps[0].id} has`),
  });
  expect((await departing.admin.get<LeadList>('/api/leads')).items).toHaveLength(1);

  const home = join(folder(), 'home');
  const freeSettingsFile = join(folder(), 'free.env');
  writeFileSync(freeSettingsFile, `DATA_DIR=${home}\n`);
  const moving = { isOver: false };
  const reading = readMeanwhile(staying.admin, moving);
  const { code, output } = await move(freeSettingsFile).finally(() => (moving.isOver = true));
  expect([code, output]).toEqual([0, expect.stringContaining('Sharma Solar is closed here')]);
  expect(await reading).toEqual(new Set(['200 1 undefined']));
  for (const path of ['/api/leads', `/api/leads/${leadId}`, '/api/me'])
    expect((await departing.admin.request('GET', path)).status).toBe(401);
  await captureLead(staying.admin, { firstName: 'Kiran' });
  expect((await staying.admin.get<LeadList>('/api/leads')).items).toHaveLength(2);
  expect(await runOperatorCommand('verify', { ...env, DATA_DIR: folder() }, '--log')).toMatchObject(
    {
      code: 0,
    },
  );

  const movedProduct = await Product.start({ dataDir: home });
  const { name, phone, id } = departing.admin;
  const meera = await new Person(movedProduct, name, phone, id).signIn();
  expect((await meera.get<LeadList>('/api/leads')).items.map((lead) => lead.leadId)).toEqual([
    leadId,
  ]);
  await movedProduct.end();
  const originalSettingsFile = join(folder(), 'back.env');
  writeFileSync(
    originalSettingsFile,
    Object.entries(env)
      .map((pair) => pair.join('='))
      .join('\n'),
  );
  expect(
    await runOperatorCommand(
      'organization',
      { DATA_DIR: home },
      'move',
      departing.organizationId,
      originalSettingsFile,
    ),
  ).toMatchObject({ code: 1, output: expect.stringContaining('was closed there') });
});

/** Distinct answers to a member of another organization during the move. */
async function readMeanwhile(
  person: Person,
  moving: { readonly isOver: boolean },
): Promise<ReadonlySet<string>> {
  const answers = new Set<string>();
  while (!moving.isOver) {
    const { status, body, headers } = await person.request<LeadList>('GET', '/api/leads');
    answers.add(`${status} ${body.items?.length} ${headers.get('x-stale') ?? undefined}`);
  }
  return answers;
}
