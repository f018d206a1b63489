import type { AuditFeed, AuditStatements } from '#domain/audit/audit.views.js';
import type { Verification } from '#domain/history/history.views.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import { findFinancialYear } from '#domain/kernel/values/financial-year.js';
import type { QuotationDetail } from '#domain/quotations/quotation.views.js';
import { streamName } from '#platform/event-log/subject.js';
import { openCheckpoint, readCheckpoint, formatShortRoot } from '#platform/proof/checkpoint.js';
import { areEqual } from '#platform/proof/encoding.js';
import { parseVerifierKey } from '#platform/proof/signed-note.js';
import { nodesInTiles, tilePath } from '#platform/proof/tiles.js';
import { computeRootAt } from '#platform/proof/tree.js';
import { type Verified, verifyProof } from '#platform/proof/verify-proof.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { v7 as newId } from 'uuid';
import { InProcessProduct, days, minutes } from './product/in-process.js';
import { Person, captureLead, newPhone, expectRefusal, createTeam } from './product/person.js';
import { until } from './product/until.js';
import { unzip } from './product/unzip.js';

/** Proofs of records, and the log as other programs read it. */

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let priya: Person;
let organizationId: string;
let inviteCode: string;
/** Id of a lead with two events. */
let rajeshLeadId: string;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha', 'Priya');
  ({ admin: meera, organizationId, inviteCode } = people);
  [asha, priya] = people.reps;
  await meera.send('ChangeMemberRole', { memberId: priya.id, role: 'finance' });
  rajeshLeadId = await captureLead(asha, { firstName: 'Rajesh', lastName: 'Deshmukh' });
  await asha.send('AddNote', { leadId: rajeshLeadId, noteId: newId(), note: 'Wants 12 kW' });
});
afterAll(() => product.dispose());

/** Page of the last build, if there was one. */
const readVerifierPage = (): string | undefined =>
  existsSync('dist/verifier/verify.html')
    ? readFileSync('dist/verifier/verify.html', 'utf8')
    : undefined;
const today = () => dayIn('Asia/Kolkata', product.parts.clock.now());
const newVisitor = () => new Person(product, 'Nobody', newPhone());
const textOf = (body: string) => gunzipSync(Buffer.from(body, 'latin1')).toString();
const downloadProof = async (kind: string, id: string, person = priya): Promise<string> =>
  textOf(
    await person
      .afterCommandsOf(asha)
      .afterCommandsOf(meera)
      .get<string>(`/api/proofs/${kind}/${id}`),
  );
const verifyWhole = (text: string): Verified => {
  const verdict = verifyProof(text);
  if (verdict.outcome !== 'whole') throw new Error(`Refused: ${verdict.reason}`);
  return verdict;
};
const readVerification = (kind: string, id: string) =>
  meera.afterCommandsOf(asha).get<Verification>(`/api/history/${kind}/${id}/verified`);

describe('the proof of a record', () => {
  test('shows that its history is whole and complete, with its contents opened', async () => {
    const text = await downloadProof('lead', rajeshLeadId);
    const { revision, openedCount, sealedCount, withheldCount, stream } = verifyWhole(text);
    expect({ revision, openedCount, sealedCount, withheldCount }).toEqual({
      revision: 1,
      openedCount: 2,
      sealedCount: 0,
      withheldCount: 0,
    });
    expect(stream).toContain(rajeshLeadId);
    expect(text).toContain('Wants 12 kW');
  });
  test('is refused after a change of one character, and names the event', async () => {
    const text = await downloadProof('lead', rajeshLeadId);
    expect(verifyProof(text.replace('Wants 12 kW', 'Wants 13 kW'))).toMatchObject({
      outcome: 'refused',
      reason: 'fields-changed',
      event: { revision: 1, type: 'NoteAdded' },
    });
    expect(verifyProof(text.replace('"type":"LeadCreated"', '"type":"LeadEdited"'))).toMatchObject({
      outcome: 'refused',
      reason: 'event-changed',
      event: { revision: 0 },
    });
  });
  test('reaches back to a checkpoint that somebody kept', async () => {
    const { note, size } = await product.parts.notary.coverNow();
    await asha.send('AddNote', { leadId: rajeshLeadId, noteId: newId(), note: 'Later' });
    const keptCheckpoint = { checkpoint: note };
    const proofBefore = await downloadProof('lead', rajeshLeadId);
    expect(verifyProof(proofBefore, keptCheckpoint)).toMatchObject({
      reason: 'kept-not-in-file',
      kept: String(size),
    });
    const body = await priya.get<string>(`/api/proofs/lead/${rajeshLeadId}?earlier=${size}`);
    expect(verifyProof(textOf(body), keptCheckpoint)).toMatchObject({
      outcome: 'whole',
      revision: 2,
      appendedSince: size,
    });
    const root = formatShortRoot(readCheckpoint(note));
    expect(verifyProof(proofBefore, { shortRoot: root })).toMatchObject({ kept: root });
    const byRoot = await priya.get<string>(
      `/api/proofs/lead/${rajeshLeadId}?earlier=${encodeURIComponent(root)}`,
    );
    expect(verifyProof(textOf(byRoot), { shortRoot: root })).toMatchObject({ appendedSince: size });
  });
  test('is refused for a checkpoint that the log does not have', async () => {
    const newest = await product.parts.notary.coverNow();
    const path = `/api/proofs/lead/${rajeshLeadId}?earlier=`;
    verifyWhole(textOf(await priya.get<string>(`${path}${newest.size}`)));
    for (const unknownCheckpoint of ['999999', 'A'.repeat(22)])
      expect(await expectRefusal(priya.get(`${path}${unknownCheckpoint}`))).toMatchObject({
        status: 404,
        problem: { code: 'checkpoint-not-found' },
      });
  });
  test('is made for every kind of record, and has a file name', async () => {
    const billId = newId();
    const bill = { billId, type: 'Food', amountPaise: 45_000, spentOn: today() };
    await asha.send('SubmitBill', bill);
    verifyWhole(await downloadProof('bill', billId));
    const productId = newId();
    await meera.send('AddProduct', {
      productId,
      name: 'Panel',
      description: 'Half-cut',
      mrpPaise: 18_50_000,
      livePricePaise: 14_80_000,
    });
    verifyWhole(await downloadProof('product', productId));
    const { headers } = await meera.request('GET', `/api/proofs/bill/${billId}`);
    expect(headers.get('content-type')).toBe('application/gzip');
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="bill-[\da-f]{8}\.fieldtrace-proof\.json\.gz"$/,
    );
  });
  test('has the recorded id, even if the request names it in capitals', async () => {
    product.advanceClock(minutes(2));
    const { headers } = await priya.request(
      'GET',
      `/api/proofs/lead/${rajeshLeadId.toUpperCase()}`,
    );
    expect(headers.get('content-disposition')).toContain(`"lead-${rajeshLeadId.slice(0, 8)}.`);
    const { items } = await meera.get<AuditFeed>(`/api/audit?kind=access&member=${priya.id}`);
    expect(items[0]!.data['about']).toEqual({ kind: 'lead', recordId: rajeshLeadId });
  });
  test('contains no data of another record, and no key', async () => {
    const otherLeadId = await captureLead(asha, { firstName: 'Sunita', lastName: 'Deshpande' });
    const text = await downloadProof('lead', rajeshLeadId);
    expect(text).not.toMatch(new RegExp(`Sunita|Deshpande|${otherLeadId}`));
    expect(Object.keys(JSON.parse(text) as object)).not.toContain('keys');
  });
  test('of a quotation does not give away its link', async () => {
    const leadId = await captureLead(asha);
    const quotationId = newId();
    await asha.send('SaveQuotation', {
      quotationId,
      leadId,
      pricesIncludeGst: false,
      validUntilOn: dayAfter(today(), 15),
      lines: [
        {
          lineId: newId(),
          name: 'Inverter 5 kW',
          hsn: '8504',
          unit: 'piece',
          quantityThousandths: 1_000,
          unitPricePaise: 50_000_00,
          discountBasisPoints: 0,
          gstRateBasisPoints: 1_800,
        },
      ],
    });
    await asha.send('SendQuotation', { quotationId, version: 1 });
    const { linkToken } = await until(async () => {
      const quotation = await asha.get<QuotationDetail>(`/api/quotations/${quotationId}`);
      return quotation.linkToken !== undefined && quotation;
    });
    const text = await downloadProof('quotation', quotationId);
    expect(verifyWhole(text)).toMatchObject({ revision: 2, openedCount: 2, sealedCount: 1 });
    expect(text).toContain('Inverter 5 kW');
    expect(text).not.toContain(linkToken);
  });
  test('of the organization withholds invite codes, and stays whole', async () => {
    const text = await downloadProof('organization', organizationId);
    expect(verifyWhole(text).withheldCount).toBeGreaterThan(0);
    expect(text).not.toContain(inviteCode);
    expect(text).not.toContain('tokenSha256');
  });
  test('of an erased record holds no personal data, and says so', async () => {
    const leadId = await captureLead(asha, { firstName: 'Vikas', lastName: 'Joshi' });
    const proofBefore = await downloadProof('lead', leadId);
    await meera.send('ErasePersonalData', { leadId });
    const text = await downloadProof('lead', leadId);
    expect(text).not.toMatch(/Vikas|Joshi/);
    expect(verifyWhole(text)).toMatchObject({ erasedAt: 1, openedCount: 0, sealedCount: 1 });
    expect(verifyWhole(proofBefore)).toMatchObject({ revision: 0, openedCount: 1 });
  });
  test('is recorded in the access log', async () => {
    product.advanceClock(minutes(2));
    await downloadProof('lead', rajeshLeadId);
    const { items } = await meera.get<AuditFeed>(`/api/audit?kind=access&member=${priya.id}`);
    expect(items[0]).toMatchObject({
      type: 'AccessRecorded',
      by: { name: 'Priya', role: 'finance' },
      data: { export: 'proof', about: { kind: 'lead', recordId: rajeshLeadId } },
    });
  });
  test('is for admins and finance, and of their organization', async () => {
    const requestProof = (kind: string, id: string, person = meera) =>
      expectRefusal(person.get(`/api/proofs/${kind}/${id}`));
    expect(await requestProof('lead', rajeshLeadId, asha)).toMatchObject({ status: 403 });
    const otherTeam = await createTeam(product, 'Ravi');
    const foreignLeadId = await captureLead(otherTeam.reps[0]);
    expect(await requestProof('lead', foreignLeadId)).toMatchObject({ status: 404 });
    expect(await requestProof('lead', 'no-id')).toMatchObject({ status: 404 });
    expect(await requestProof('organization', otherTeam.organizationId)).toMatchObject({
      status: 404,
    });
    expect(await requestProof('member', asha.id)).toMatchObject({ status: 404 });
  });
});

describe('a link of an auditor', () => {
  const createLink = async (from: string, to: string) => {
    const [token, linkId] = [randomBytes(16).toString('hex'), newId()];
    await meera.send('CreateAuditLink', {
      linkId,
      tokenSha256: createHash('sha256').update(token).digest('hex'),
      from,
      to,
      expiresOn: dayAfter(today(), 30),
    });
    return { token, linkId };
  };
  const requestProofByLink = (token: string, kind: string, id: string) =>
    newVisitor().request<string>('GET', `/api/linked-audit/${token}/proofs/${kind}/${id}`);

  test('withholds events outside its period, and is recorded in the access log', async () => {
    const firstDay = today();
    const leadId = await captureLead(asha, { firstName: 'Anil', lastName: 'Kale' });
    product.advanceClock(days(1));
    await asha.send('AddNote', { leadId, noteId: newId(), note: 'On the next day' });
    const { token, linkId } = await createLink(today(), today());
    const { status, body } = await requestProofByLink(token, 'lead', leadId);
    expect(status).toBe(200);
    const text = textOf(body);
    expect(verifyWhole(text)).toMatchObject({ revision: 1, openedCount: 1, withheldCount: 1 });
    expect(text).toContain('On the next day');
    expect(text).not.toMatch(/Anil|Kale/);
    const { items } = await meera.get<AuditFeed>('/api/audit?kind=access');
    expect(items.find(({ data }) => data['linkId'] === linkId)!.data).toEqual({
      linkId,
      export: 'proof',
      about: { kind: 'lead', recordId: leadId },
    });
    const earlierLink = await createLink(dayAfter(firstDay, -9), dayAfter(firstDay, -8));
    expect((await requestProofByLink(earlierLink.token, 'lead', leadId)).status).toBe(404);
  });
  test('that is unknown, or of another organization, answers like a missing record', async () => {
    const { token } = await createLink(today(), today());
    const otherTeam = await createTeam(product, 'Ravi');
    const foreignLeadId = await captureLead(otherTeam.reps[0]);
    expect((await requestProofByLink(token, 'lead', foreignLeadId)).status).toBe(404);
    expect((await requestProofByLink('0'.repeat(32), 'lead', rajeshLeadId)).status).toBe(404);
  });
});

const TILE_HASHES = 256;
const HASH_BYTES = 32;

describe('the log for other programs', () => {
  const read = async (path: string) => {
    const { status, body, headers } = await newVisitor().request<string>(
      'GET',
      `/audit/log/${path}`,
    );
    return { status, body, cacheControl: headers.get('cache-control') };
  };

  test('has a checkpoint that its key signed, over tiles with the same root', async () => {
    const { note, size } = await product.parts.notary.coverNow();
    const { body, cacheControl } = await read('checkpoint');
    expect([body, cacheControl]).toEqual([note, 'no-cache']);
    const [key] = (await read('keys')).body.split('\n');
    const { root } = openCheckpoint(body, parseVerifierKey(key!));
    const nodes = nodesInTiles(async (tile) => {
      const { body: hashes } = await read(tilePath(tile));
      return new Uint8Array(Buffer.from(hashes, 'latin1'));
    }, size);
    expect(areEqual(await computeRootAt(nodes, size), root)).toBe(true);
    const tile = await read(`tile/0/000${size < TILE_HASHES ? `.p/${size}` : ''}`);
    expect([tile.status, tile.body.length, tile.cacheControl]).toEqual([
      200,
      HASH_BYTES * Math.min(size, TILE_HASHES),
      'public, max-age=60',
    ]);
  });
  test('has the same checkpoint before an event, even after later checkpoints', async () => {
    const { notary, log } = product.parts;
    const { size } = await notary.coverNow();
    const leadId = await captureLead(asha);
    const [event] = await log.read(streamName('lead', organizationId, leadId));
    await notary.coverNow();
    product.advanceClock(days(20));
    await captureLead(asha);
    await notary.coverNow();
    expect(await notary.checkpoints.findBefore(event!)).toMatchObject({ size });
  });
  test('has the page that checks proofs', async () => {
    const { status, body } = await read('verify.html');
    const page = readVerifierPage();
    expect(status).toBe(page === undefined ? 404 : 200);
    if (page !== undefined) expect(body).toBe(page);
  });
  test.each(['tile/0/999', 'tile/0/000.p/0', 'tile/0/../../secrets', 'tile/9/000', 'tile/0/0'])(
    'has no %s',
    async (path) => {
      const { status, cacheControl } = await read(path);
      expect([status, cacheControl]).toEqual([404, 'no-store']);
    },
  );
});

describe('a history', () => {
  test('is verified to the last event that the newest checkpoint covers', async () => {
    const leadId = await captureLead(asha);
    const { size } = await product.parts.notary.coverNow();
    expect(await readVerification('lead', leadId)).toMatchObject({
      verifiedTo: 1,
      total: 1,
      checkpoint: { size },
    });
    await asha.send('AddNote', { leadId, noteId: newId(), note: 'Later' });
    expect(await readVerification('lead', leadId)).toMatchObject({ verifiedTo: 1, total: 2 });
    await product.parts.notary.coverNow();
    expect(await readVerification('lead', leadId)).toMatchObject({ verifiedTo: 2, total: 2 });
    expect(await readVerification('member', asha.id)).not.toHaveProperty('broken');
    expect(await expectRefusal(asha.get(`/api/history/lead/${leadId}/verified`))).toMatchObject({
      status: 403,
    });
  });
});

describe('files for an auditor', () => {
  test('the CSV comes with the newest checkpoint and the keys', async () => {
    const { note } = await product.parts.notary.coverNow();
    const files = unzip(Buffer.from(await meera.get<string>('/api/audit.zip'), 'latin1'));
    expect([...files.keys()]).toEqual(['audit.csv', 'checkpoint.txt', 'public-keys.txt']);
    expect(readCheckpoint(files.get('checkpoint.txt')!).size).toBeGreaterThanOrEqual(
      readCheckpoint(note).size,
    );
  });
  test('the package of a year has everything that checking it later needs', async () => {
    const year = findFinancialYear(today());
    const file = await meera.get<string>(`/api/audit/package.zip?year=${year}`);
    const files = unzip(Buffer.from(file, 'latin1'));
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'README.txt',
        'audit.csv',
        `checkpoints/${today()}.txt`,
        'public-keys.txt',
      ]),
    );
    expect(files.get('verify.html')).toBe(readVerifierPage());
    const key = parseVerifierKey(files.get('public-keys.txt')!.split('\n')[0]!);
    openCheckpoint(files.get(`checkpoints/${today()}.txt`)!, key);
    expect(files.get('README.txt')).toContain('checkpoints/');
    const packageOfLaterYear = await meera.get<string>('/api/audit/package.zip?year=2099-00');
    expect(
      unzip(Buffer.from(packageOfLaterYear, 'latin1')).get('audit.csv')!.trimEnd().split('\r\n'),
    ).toHaveLength(1);
    const { items } = await meera.get<AuditFeed>(`/api/audit?kind=access&member=${meera.id}`);
    expect(items.map(({ data }) => data['export'])).toContain('package');
    expect(await expectRefusal(asha.get(`/api/audit/package.zip?year=${year}`))).toMatchObject({
      status: 403,
    });
    expect(await expectRefusal(meera.get('/api/audit/package.zip?year=2026'))).toMatchObject({
      status: 400,
    });
  });
  test('the auditor’s page has the newest checkpoint and the public keys', async () => {
    const { note, size } = await product.parts.notary.coverNow();
    const { proof } = await meera.get<AuditStatements>('/api/audit/statements');
    expect(proof).toMatchObject({ newest: { size, note } });
    expect(proof.keys).toEqual(await product.parts.notary.readVerifierKeys());
    expect(proof).not.toHaveProperty('stoppedSince');
  });
});
