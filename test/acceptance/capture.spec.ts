import type { QuotationList } from '#domain/quotations/quotation.views.js';
import type { LeadDetail, LeadList } from '#domain/leads/lead.views.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { realpathSync } from 'node:fs';
import { renderScene } from '../../backend/src/demo/pictures.js';
import { Person, Refused, captureLead, newPhone, createTeam, inDays } from './product/person.js';
import { Product } from './product/product.js';

let product: Product;
let admin: Person;
let asha: Person;
let ravi: Person;

beforeAll(async () => {
  product = await Product.start();
  ({
    admin,
    reps: [asha, ravi],
  } = await createTeam(product, 'Asha Kulkarni', 'Ravi Jadhav'));
});
afterAll(() => product.dispose());

const readList = (person: Person, query = '') => person.get<LeadList>(`/api/leads${query}`);

describe('a lead that a rep captures', () => {
  test('is shown with its photo in the admin’s list, and in no colleague’s', async () => {
    const { fileId } = await asha.upload(
      new Uint8Array((await renderScene(1)).content),
      'site.jpg',
      'image/jpeg',
    );
    const leadId = await captureLead(asha, {
      firstName: 'Sunita',
      siteName: 'Green Meadows',
      photoFileIds: [fileId],
      note: 'Flat roof',
    });

    const seenLead = await admin.afterCommandsOf(asha).get<LeadDetail>(`/api/leads/${leadId}`);
    expect(seenLead).toMatchObject({
      name: 'Sunita Patil',
      status: 'New',
      photos: [fileId],
      assignedTo: { id: asha.id, name: 'Asha Kulkarni' },
    });
    expect((await readList(admin)).items.map((lead) => lead.leadId)).toContain(leadId);
    expect((await ravi.afterCommandsOf(asha).get<LeadList>('/api/leads')).items).toEqual([]);
    await expect(ravi.get(`/api/leads/${leadId}`)).rejects.toMatchObject({
      status: 404,
      problem: { detail: 'Lead not found' },
    });
  });

  test('has a unique number, in any spelling', async () => {
    const phone = newPhone();
    await captureLead(asha, { phone });
    const secondLead = await captureLead(admin, {
      phone: ` 0${phone.slice(3, 8)} ${phone.slice(8)}`,
    }).catch((error: unknown) => error);
    expect(secondLead).toBeInstanceOf(Refused);
    expect(secondLead).toMatchObject({
      status: 409,
      problem: { code: 'lead-phone-taken', existing: { phone, assignedTo: { id: asha.id } } },
    });
  });

  test('gets an uploaded quotation, a follow-up, and a loss with a reason', async () => {
    const leadId = await captureLead(asha);
    await asha.send('UploadQuotation', { leadId, quotationId: leadId, amountPaise: 12_345_600 });
    expect(await asha.get<LeadDetail>(`/api/leads/${leadId}`)).toMatchObject({
      status: 'Quoted',
      quotedPaise: 12_345_600,
    });
    await asha.send('ScheduleFollowUp', { leadId, followUpId: leadId, dueOn: inDays(30) });
    expect(await asha.get<LeadDetail>(`/api/leads/${leadId}`)).toMatchObject({
      nextFollowUpOn: inDays(30),
    });
    await asha.send('CompleteFollowUp', { leadId, followUpId: leadId });
    await asha.send('MarkLeadLost', { leadId, reason: 'Chose another supplier' });
    const lostLead = await asha.get<LeadDetail>(`/api/leads/${leadId}`);
    expect(lostLead).toMatchObject({ status: 'Lost', lostReason: 'Chose another supplier' });
    expect(lostLead.nextFollowUpOn).toBeUndefined();
  });

  test('is edited and reassigned in one command, by an admin only', async () => {
    const leadId = await captureLead(asha);
    const refusal = await asha
      .send('EditLead', { leadId, city: 'Nashik', assignedTo: ravi.id })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 403, problem: { code: 'not-allowed' } });
    expect(await asha.get<LeadDetail>(`/api/leads/${leadId}`)).toMatchObject({
      city: 'Pune',
      assignedTo: { id: asha.id },
    });
    const { revision } = await admin
      .afterCommandsOf(asha)
      .send('EditLead', { leadId, city: 'Nashik', assignedTo: ravi.id });
    expect(await ravi.afterCommandsOf(admin).get<LeadDetail>(`/api/leads/${leadId}`)).toMatchObject(
      {
        city: 'Nashik',
        assignedTo: { id: ravi.id },
        revision,
      },
    );
    await expect(asha.afterCommandsOf(admin).get(`/api/leads/${leadId}`)).rejects.toMatchObject({
      status: 404,
    });
  });

  test('disappears when it is deleted, and its number is released', async () => {
    const phone = newPhone();
    const leadId = await captureLead(asha, { phone });
    await asha.send('DeleteLead', { leadId });
    await expect(admin.afterCommandsOf(asha).get(`/api/leads/${leadId}`)).rejects.toMatchObject({
      status: 404,
    });
    await expect(captureLead(ravi, { phone })).resolves.toEqual(expect.any(String));
  });
});

describe('the demo', () => {
  test('is filled by the running server, and its admin can sign in to it', async () => {
    const response = await fetch(`${product.url}/dev/demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leads: 60, seed: 9, dataDir: realpathSync(product.dataDir) }),
    });
    const lines = (await response.text()).trim().split('\n');
    const { people } = JSON.parse(lines.at(-1)!) as {
      people: readonly { name: string; phone: string }[];
    };
    expect(people).toHaveLength(9);

    const meera = await new Person(product, people[0]!.name, people[0]!.phone).signIn();
    const { total, items } = await readList(meera);
    expect(total).toBe(60);
    const [newest] = items;
    expect(new Set(items.map(({ createdAt }) => createdAt.slice(0, 10))).size).toBeGreaterThan(1);
    expect(newest!.createdAt < new Date().toISOString()).toBe(true);
    const { counts } = await meera.get<QuotationList>('/api/quotations');
    expect(Math.min(counts.Viewed, counts.Accepted)).toBeGreaterThan(0);
  });

  test('is not filled into another server’s data', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ leads: 30, seed: 9, dataDir: '/elsewhere' });
    expect((await fetch(`${product.url}/dev/demo`, { method: 'POST', headers, body })).status).toBe(
      409,
    );
  });
});
