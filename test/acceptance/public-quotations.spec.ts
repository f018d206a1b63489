import { rateLimits } from '#domain/limits.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import type { AlertList } from '#domain/notifications/alerts.views.js';
import type { QuotationDetail, QuotationHistory } from '#domain/quotations/quotation.views.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { NewerEvent } from '#platform/event-log/event-log.js';
import { streamName } from '#platform/event-log/subject.js';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { appendEvent } from './product/append-event.js';
import { InProcessProduct } from './product/in-process.js';
import { type Person, captureLead, expectRefusal, createTeam } from './product/person.js';
import { until } from './product/until.js';
import { withLimits } from './product/without-limits.js';

/**
 * Public page of a quotation: accept, decline, question, views, PDF, and requests that must be
 * refused.
 */

let product: InProcessProduct;
let meera: Person;
let asha: Person;
let organizationId: string;
beforeAll(async () => {
  product = await InProcessProduct.start();
  const people = await createTeam(product, 'Asha');
  ({ admin: meera, organizationId } = people);
  [asha] = people.reps;
});
afterAll(() => product.dispose());

const ROUND_COUNT = process.env['THOROUGH'] ? 200 : 10;
const GUESS_COUNT = process.env['THOROUGH'] ? 100_000 : 100;
const CONCURRENT_GUESSES = 50;
/** 100,000 guesses take five minutes on a busy machine. */
const GUESSING_TIMEOUT_MS = 900_000;
const userAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const today = () => dayIn('Asia/Kolkata', product.parts.clock.now());
const optionalLineId = newId();
const lines = () => [
  {
    lineId: newId(),
    name: 'Inverter 5 kW',
    quantityThousandths: 1_000,
    unit: 'piece',
    unitPricePaise: 50_000_00,
    discountBasisPoints: 0,
    gstRateBasisPoints: 1_800,
  },
  {
    lineId: optionalLineId,
    name: 'Insurance',
    quantityThousandths: 1_000,
    unit: 'job',
    unitPricePaise: 1_000_00,
    discountBasisPoints: 0,
    gstRateBasisPoints: 1_800,
    optional: true,
  },
];

type SentQuotation = {
  readonly quotationId: string;
  readonly leadId: string;
  readonly path: string;
};
const save = (quotationId: string, leadId: string, more: object = {}) =>
  asha.send('SaveQuotation', {
    quotationId,
    leadId,
    lines: lines(),
    pricesIncludeGst: false,
    validUntilOn: dayAfter(today(), 15),
    ...more,
  });
const readDetail = async (quotationId: string) => {
  await untilProjected();
  return asha.get<QuotationDetail>(`/api/quotations/${quotationId}`);
};
/** @returns token of the quotation's link, once the version has its PDF */
const waitForPdf = (quotationId: string, version: number) =>
  until(async () => {
    const { versions, linkToken } = await readDetail(quotationId);
    return versions.find((each) => each.version === version)?.fileId !== undefined && linkToken;
  });
async function sendQuotation(more: object = {}): Promise<SentQuotation> {
  const [leadId, quotationId] = [await captureLead(asha), newId()];
  await save(quotationId, leadId, more);
  await asha.send('SendQuotation', { quotationId, version: 1 });
  return { quotationId, leadId, path: `/q/${await waitForPdf(quotationId, 1)}` };
}
async function sendAgain({ quotationId, leadId }: SentQuotation, version = 2): Promise<void> {
  await save(quotationId, leadId, { notes: `Version ${version}` });
  await asha.send('SendQuotation', { quotationId, version });
}

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${product.url}${path}`, {
    headers: { 'user-agent': userAgent, ...headers },
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const post = async (
  path: string,
  fields: Record<string, string> | readonly (readonly [string, string])[],
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${product.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields as Record<string, string>),
    headers: { 'user-agent': userAgent, ...headers },
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const valueOf = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
/** Fields of the accept form of a page, filled in. */
async function readAcceptFields(path: string): Promise<Record<string, string>> {
  const { text } = await get(path);
  return {
    version: valueOf(text, 'version'),
    pdfSha256: valueOf(text, 'pdfSha256'),
    name: 'Rajesh Patil',
    phone: '98220 41736',
  };
}
/** Waits until the views have what customers did. */
const untilProjected = async () => {
  const { log, readSide } = product.parts;
  expect(await readSide.waitFor(await log.readLastPosition(), 30_000)).toBe(true);
};
const readStatus = async (quotationId: string) => (await readDetail(quotationId)).status;
const readHistory = async (quotationId: string) => {
  await untilProjected();
  const { items } = await asha.get<QuotationHistory>(`/api/quotations/${quotationId}/history`);
  return items;
};
const countEvents = async ({ quotationId }: SentQuotation, type: string): Promise<number> =>
  (await readHistory(quotationId)).filter((each) => each.type === type).length;

describe('the public page', () => {
  test('shows the document without a script, is not indexed, and allows nothing from elsewhere', async () => {
    const { path } = await sendQuotation({ notes: 'Works on <b>roofs</b>' });
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(text).toContain('<meta name="robots" content="noindex, nofollow" />');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    for (const expectedText of [
      'Inverter <span class="whole">5 kW</span>',
      '1 piece',
      '× ₹50,000.00',
      '₹50,000.00',
      'Quotation, not a tax invoice',
      'Works on &lt;b&gt;roofs&lt;/b&gt;',
      'Accept for ₹50,000.00',
    ])
      expect(text).toContain(expectedText);
    expect(text).not.toContain('/assets/index');
    const scripts = [...text.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, source]) => source!);
    expect(scripts).toHaveLength(1);
    const script = await get(scripts[0]!);
    expect(gzipSync(script.text).length).toBeLessThan(60 * 1024);
  });

  test('shows the logo and the pictures of products, as the PDF and the rep’s screen do', async () => {
    const upload = async (width: number, height: number) => {
      const blankImage = { create: { width, height, channels: 3, background: '#e65c00' } } as const;
      const bytes = await sharp(blankImage).jpeg().toBuffer();
      return (await meera.upload(new Uint8Array(bytes), 'picture.jpg', 'image/jpeg')).fileId;
    };
    const [productId, logoFileId] = [newId(), await upload(600, 80)];
    await meera.send('ChangeOrganizationDetails', { logoFileId });
    await meera.send('AddProduct', {
      productId,
      name: 'Panel 540 W',
      description: 'Mono PERC',
      mrpPaise: 100_00,
      livePricePaise: 90_00,
      imageFileIds: [await upload(80, 600)],
    });
    asha.afterCommandsOf(meera);
    const quotation = await sendQuotation({ lines: [{ ...lines()[0], productId }] });
    await until(async () => (await get(quotation.path)).text.includes('<img class="thumb"'));
    expect((await get(quotation.path)).text).toContain(
      `<img class="logo" src="${quotation.path}/logo"`,
    );
    expect((await get(`${quotation.path}/logo`)).headers.get('content-type')).toMatch(/^image\//);
    const { products } = await readDetail(quotation.quotationId);
    expect(products).toMatchObject([{ productId, picture: expect.any(String) }]);
    const pdf = await fetch(`${product.url}${quotation.path}/pdf`);
    const file = join(product.dataDir, 'quotation.pdf');
    writeFileSync(file, Buffer.from(await pdf.arrayBuffer()));
    const imageList = execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' });
    const sizes = [...imageList.matchAll(/ image +(\d+) +(\d+) /g)].map(([, width, height]) => [
      Number(width),
      Number(height),
    ]);
    expect(sizes).toEqual(
      expect.arrayContaining([
        [320, 43],
        [43, 320],
      ]),
    );
    await meera.send('ChangeOrganizationDetails', { logoFileId: null });
  });

  test('has a preview without amount and customer', async () => {
    const { path } = await sendQuotation();
    const { text } = await get(path);
    const head = text.slice(0, text.indexOf('</head>'));
    expect(head).toMatch(/og:title" content="Quotation Q\/[\d-]+\/\d+ · /);
    expect(head).not.toContain('₹');
    expect(head).not.toMatch(/Rajesh|Deshmukh|Patil/);
  });

  test('says the discount of a line in words, beside its price', async () => {
    const [inverter] = lines();
    const { path } = await sendQuotation({ lines: [{ ...inverter, discountBasisPoints: 250 }] });
    expect((await get(path)).text).toMatch(
      /1 piece\s+<span class="whole">× ₹50,000\.00<\/span>\s+<span class="discount">2\.5% off<\/span>/,
    );
  });

  test('adds chosen optional lines to the total', async () => {
    const { path } = await sendQuotation();
    const { text } = await get(`${path}?lineIds=${optionalLineId}`);
    expect(text).toContain('Accept for ₹51,000.00');
    expect(valueOf(text.slice(text.indexOf('/accept"')), 'lineIds')).toBe(optionalLineId);
  });

  test(
    'is found by its token only',
    async () => {
      const { path } = await sendQuotation();
      const { status, text } = await get('/q/00112233445566778899aabbccddeeff');
      expect(status).toBe(404);
      expect(text).toContain('Quotation not found or no longer available');
      for (const similar of [`${path.slice(0, -1)}g`, path.slice(0, -1), `${path}0`])
        expect((await get(similar)).status).toBe(404);
      for (let guessed = 0; guessed < GUESS_COUNT; guessed += CONCURRENT_GUESSES) {
        const statuses = await Promise.all(
          Array.from({ length: CONCURRENT_GUESSES }, async () => {
            const answer = await fetch(`${product.url}/q/${randomBytes(16).toString('hex')}`);
            await answer.body?.cancel();
            return answer.status;
          }),
        );
        expect(new Set(statuses)).toEqual(new Set([404]));
      }
    },
    GUESSING_TIMEOUT_MS,
  );
});

describe('acceptance', () => {
  test('locks the quotation, is shown at once, and has a copy with a certificate', async () => {
    const quotation = await sendQuotation();
    const fields = await readAcceptFields(quotation.path);
    const { status, headers } = await post(`${quotation.path}/accept`, [
      ...Object.entries(fields),
      ['lineIds', optionalLineId],
    ]);
    expect([status, headers.get('location')]).toEqual([303, quotation.path]);
    const { text } = await get(quotation.path);
    expect(text).toMatch(/Accepted on \d+ \w+ \d{4}, .* by Rajesh Patil/);
    expect(text).not.toContain('Accept for');
    expect(await readStatus(quotation.quotationId)).toBe('Accepted');
    expect((await readDetail(quotation.quotationId)).acceptance).toMatchObject({
      version: 1,
      name: 'Rajesh Patil',
      phone: '+919822041736',
      totalPaise: 51_000_00,
      lineIds: [optionalLineId],
    });
    await until(async () =>
      (await get(quotation.path)).text.includes('Download the accepted copy'),
    );
    const copy = await get(`${quotation.path}/pdf`);
    expect([copy.status, copy.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect(
      await expectRefusal(save(quotation.quotationId, quotation.leadId, { notes: 'Cheaper' })),
    ).toMatchObject({ problem: { code: 'quotation-accepted' } });
    expect((await get(quotation.path)).text).toContain('Optional, chosen');
  });

  test('is followed by a new quotation, which names the accepted one', async () => {
    const quotation = await sendQuotation();
    await post(`${quotation.path}/accept`, await readAcceptFields(quotation.path));
    expect((await get(quotation.path)).text).toContain('Optional, not chosen');
    const { versions } = await readDetail(quotation.quotationId);
    const quotationId = newId();
    await save(quotationId, quotation.leadId, { copiedFrom: quotation.quotationId });
    await asha.send('SendQuotation', { quotationId, version: 1 });
    const copy = await readDetail(quotationId);
    expect(copy.versions).toMatchObject([
      { copiedFrom: quotation.quotationId, replaces: versions[0]!.number },
    ]);
    const { text } = await get(`/q/${await waitForPdf(quotationId, 1)}`);
    expect(text).toMatch(new RegExp(`Replaces</dt>\\s*<dd dir="auto">${versions[0]!.number}</dd>`));
  });

  test('says at its fields what is missing, and keeps what was typed', async () => {
    const { path, quotationId } = await sendQuotation();
    const fields = { ...(await readAcceptFields(path)), name: ' ', phone: '98220' };
    const { status, text } = await post(`${path}/accept`, fields);
    expect(status).toBe(400);
    expect(text).toContain('Enter your name');
    expect(text).toContain('Enter a 10-digit mobile number');
    expect(valueOf(text.slice(text.indexOf('type="tel"')), 'phone')).toBe('');
    expect(text).toContain('value="98220"');
    expect(await readStatus(quotationId)).toBe('Sent');
  });

  test.each([new Unavailable('The log is away'), new NewerEvent('lead-org_1', 'is newer')])(
    'says on the page that it cannot be saved now, and keeps what was typed: %s',
    async (error) => {
      const { path, quotationId } = await sendQuotation();
      const fields = await readAcceptFields(path);
      const { log } = product.parts;
      const append = log.appendAll.bind(log);
      const failing = jest.spyOn(log, 'appendAll').mockImplementation(async (appends) => {
        const isAcceptance = appends.some(({ stream }) => stream.endsWith(quotationId));
        return isAcceptance ? Promise.reject(error) : append(appends);
      });
      const { status, text } = await post(`${path}/accept`, fields).finally(() =>
        failing.mockRestore(),
      );
      expect(status).toBe(503);
      expect(text).toContain('This cannot be saved now. Nothing was changed.');
      expect(text).toContain('value="Rajesh Patil"');
      expect(await readStatus(quotationId)).toBe('Sent');
    },
  );

  test('is recorded and copied although the lead has an event of a newer build', async () => {
    const quotation = await sendQuotation();
    const fields = await readAcceptFields(quotation.path);
    const stream = streamName('lead', organizationId, quotation.leadId);
    await appendEvent(product.parts.log, stream, 'LeadPaused');
    expect((await get(quotation.path)).status).toBe(200);
    expect((await post(`${quotation.path}/accept`, fields)).status).toBe(303);
    await until(async () =>
      (await get(quotation.path)).text.includes('Download the accepted copy'),
    );
    expect(await readStatus(quotation.quotationId)).toBe('Accepted');
  });

  test('is refused while only a newer build can read the deletion of the lead', async () => {
    const quotation = await sendQuotation();
    const fields = await readAcceptFields(quotation.path);
    const stream = streamName('lead', organizationId, quotation.leadId);
    await appendEvent(product.parts.log, stream, 'LeadDeleted', {}, 2);
    expect((await get(quotation.path)).status).toBe(503);
    expect((await get(`${quotation.path}/pdf`)).status).toBe(503);
    expect((await post(`${quotation.path}/accept`, fields)).status).toBe(503);
    expect(await readStatus(quotation.quotationId)).toBe('Sent');
  });

  test('is recorded once, however often and in however many tabs it is pressed', async () => {
    const quotation = await sendQuotation();
    const fields = await readAcceptFields(quotation.path);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(`${quotation.path}/accept`, fields)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
    expect(await countEvents(quotation, 'QuotationAccepted')).toBe(1);
  });

  test('binds the document that was shown', async () => {
    const quotation = await sendQuotation();
    const fields = { ...(await readAcceptFields(quotation.path)), pdfSha256: 'a'.repeat(64) };
    const { status, text } = await post(`${quotation.path}/accept`, fields);
    expect(status).toBe(409);
    expect(text).toContain('The document has changed');
    expect(await readStatus(quotation.quotationId)).toBe('Sent');
  });

  test('of an older version is refused, and the page shows the newest version', async () => {
    const quotation = await sendQuotation();
    const fields = await readAcceptFields(quotation.path);
    await sendAgain(quotation);
    const { status, text } = await post(`${quotation.path}/accept`, fields);
    expect(status).toBe(409);
    expect(text).toContain('There is a newer version of this quotation');
    expect(text).toContain('Version 2');
    expect(await readStatus(quotation.quotationId)).toBe('Sent');
    const olderPage = await get(`${quotation.path}?version=1`);
    expect(olderPage.text).toContain('This is version 1. It cannot be accepted.');
    expect(olderPage.text).not.toContain('/accept"');
  });

  test(`and a new version exclude each other, ${ROUND_COUNT} times`, async () => {
    for (let round = 0; round < ROUND_COUNT; round++) {
      const quotation = await sendQuotation();
      const fields = await readAcceptFields(quotation.path);
      await save(quotation.quotationId, quotation.leadId, { notes: 'Version 2' });
      const [answer, refusal] = await Promise.all([
        post(`${quotation.path}/accept`, fields),
        asha.send('SendQuotation', { quotationId: quotation.quotationId, version: 2 }).then(
          () => undefined,
          (error: unknown) => error,
        ),
      ]);
      const detail = await readDetail(quotation.quotationId);
      if (answer.status === 303) {
        expect(refusal).toMatchObject({ problem: { code: 'quotation-accepted' } });
        expect(detail).toMatchObject({ status: 'Accepted', acceptance: { version: 1 } });
        expect(detail.versions).toHaveLength(1);
      } else {
        expect([answer.status, refusal]).toEqual([409, undefined]);
        expect(detail).toMatchObject({ status: 'Sent' });
        expect(detail.versions).toHaveLength(2);
      }
    }
  });
});

describe('a customer', () => {
  test('declines with a reason, once', async () => {
    const quotation = await sendQuotation();
    const fields = { version: '1', reason: 'Bought elsewhere' };
    expect((await post(`${quotation.path}/decline`, fields)).status).toBe(303);
    expect((await post(`${quotation.path}/decline`, fields)).status).toBe(303);
    expect(await readStatus(quotation.quotationId)).toBe('Rejected');
    expect(await countEvents(quotation, 'QuotationDeclined')).toBe(1);
    expect((await get(quotation.path)).text).toContain('This quotation was declined.');
  });

  test('asks a question, which arrives once', async () => {
    const quotation = await sendQuotation();
    const fields = {
      version: '1',
      questionId: newId(),
      question: 'Can you install before Diwali?\r\nWhat about rain?',
    };
    const { headers } = await post(`${quotation.path}/question`, fields);
    expect(headers.get('location')).toBe(`${quotation.path}?asked`);
    expect((await get(`${quotation.path}?asked`)).text).toContain('Your question was sent.');
    await post(`${quotation.path}/question`, fields);
    const questions = (await readHistory(quotation.quotationId)).filter(
      ({ type }) => type === 'QuestionAsked',
    );
    expect(questions.map(({ text }) => text)).toEqual([
      'Can you install before Diwali?\nWhat about rain?',
    ]);
  });

  test('is counted as a viewer; a crawler and a member are not', async () => {
    const quotation = await sendQuotation();
    const view = () => ({ version: '1', viewId: newId() });
    for (const agent of [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'WhatsApp/2.23.20.0 A',
      'facebookexternalhit/1.1',
      'TelegramBot (like TwitterBot)',
      'Mozilla/5.0 HeadlessChrome/131.0.0.0',
    ])
      await post(`${quotation.path}/views`, view(), { 'user-agent': agent });
    for (const member of [asha, meera])
      await post(`${quotation.path}/views`, view(), {
        cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      });
    await get(quotation.path);
    expect(await countEvents(quotation, 'QuotationViewed')).toBe(0);
    const firstView = view();
    await post(`${quotation.path}/views`, firstView);
    await post(`${quotation.path}/views`, firstView);
    await post(`${quotation.path}/views`, view());
    expect(await countEvents(quotation, 'QuotationViewed')).toBe(2);
    expect(await readStatus(quotation.quotationId)).toBe('Viewed');
  });

  test('downloads the PDF of the version that can be accepted', async () => {
    const { path } = await sendQuotation();
    const { status, headers, text } = await get(`${path}/pdf`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Q-[\d-]+\.pdf"$/);
    expect(text.slice(0, 5)).toBe('%PDF-');
  });
});

describe('the rep', () => {
  const readAlertKinds = async (person: Person, quotationId: string) => {
    await untilProjected();
    const { items } = await person.get<AlertList>('/api/alerts');
    return items
      .filter(({ about }) => about.quotationId === quotationId)
      .map(({ about }) => about.kind)
      .toSorted();
  };

  test('is alerted once of views, and of a question and the acceptance, as admins are', async () => {
    const quotation = await sendQuotation();
    for (const viewId of [newId(), newId()])
      await post(`${quotation.path}/views`, { version: '1', viewId });
    await post(`${quotation.path}/question`, {
      version: '1',
      questionId: newId(),
      question: 'When?',
    });
    await post(`${quotation.path}/accept`, await readAcceptFields(quotation.path));
    const expectedKinds = ['quotation-accepted', 'quotation-question', 'quotation-viewed'];
    await until(
      async () =>
        (await readAlertKinds(asha, quotation.quotationId)).length >= expectedKinds.length,
    );
    expect(await readAlertKinds(asha, quotation.quotationId)).toEqual(expectedKinds);
    await until(async () => (await readAlertKinds(meera, quotation.quotationId)).length > 0);
    expect(await readAlertKinds(meera, quotation.quotationId)).toEqual(['quotation-accepted']);
  });

  test('converts the lead for the accepted total', async () => {
    const quotation = await sendQuotation();
    const fields = await readAcceptFields(quotation.path);
    await post(`${quotation.path}/accept`, [
      ...Object.entries(fields),
      ['lineIds', optionalLineId],
    ]);
    await until(async () => {
      const lead = await asha.get<LeadDetail>(`/api/leads/${quotation.leadId}`);
      return lead.quotedPaise === 51_000_00;
    });
  });
});

describe('a refusal', () => {
  beforeAll(() =>
    meera.send('ChangeQuotationSettings', {
      upiId: 'sharma.solar@okhdfc',
      advanceBasisPoints: 1_000,
    }),
  );
  const endings = {
    expired: async () => {
      const quotation = await sendQuotation({ validUntilOn: dayAfter(today(), 1) });
      return { quotation, end: () => Promise.resolve(product.advanceClock(3 * 24 * 3_600_000)) };
    },
    revoked: async () => {
      const quotation = await sendQuotation();
      return {
        quotation,
        end: () => asha.send('RevokeQuotationLink', { quotationId: quotation.quotationId }),
      };
    },
    'one of a deleted lead': async () => {
      const quotation = await sendQuotation();
      return { quotation, end: () => asha.send('DeleteLead', { leadId: quotation.leadId }) };
    },
    'one of an erased lead': async () => {
      const quotation = await sendQuotation();
      return {
        quotation,
        end: () => meera.send('ErasePersonalData', { leadId: quotation.leadId }),
      };
    },
    'rejected by the rep': async () => {
      const quotation = await sendQuotation();
      return {
        quotation,
        end: () =>
          asha.send('RejectQuotation', { quotationId: quotation.quotationId, reason: 'No answer' }),
      };
    },
  } as const;

  test.each(Object.keys(endings) as (keyof typeof endings)[])(
    'of a quotation that is %s covers every endpoint',
    async (ending) => {
      const { quotation, end } = await endings[ending]();
      const fields = await readAcceptFields(quotation.path);
      expect((await get(quotation.path)).text).toContain('upi://pay?');
      await end();
      const answers = await Promise.all([
        post(`${quotation.path}/accept`, fields),
        post(`${quotation.path}/question`, { version: '1', questionId: newId(), question: 'Why?' }),
        get(`${quotation.path}/pdf`),
        ...(ending === 'rejected by the rep'
          ? []
          : [post(`${quotation.path}/decline`, { version: '1', reason: 'No' })]),
      ]);
      for (const { status } of answers) expect([404, 409]).toContain(status);
      const { text } = await get(quotation.path);
      expect(text).not.toContain('Accept for');
      expect(text).not.toContain('upi://');
      expect(text).not.toContain(`${quotation.path}/pdf`);
      const { log } = product.parts;
      const organizationId = (await meera.readMe()).organization!.id;
      const types = (await log.read(`quotation-${organizationId}_${quotation.quotationId}`)).map(
        ({ type }) => type,
      );
      for (const eventType of ['QuotationAccepted', 'QuestionAsked', 'QuotationDeclined'])
        expect(types).not.toContain(eventType);
      if (ending === 'expired') {
        await product.parts.quotationExpiry.expireDue();
        expect(await readStatus(quotation.quotationId)).toBe('Expired');
      }
    },
  );

  test.each(['AcceptQuotation', 'DeclineQuotation', 'AskAboutQuotation', 'RecordQuotationView'])(
    'of the command %s covers members',
    async (name) => {
      const quotation = await sendQuotation();
      for (const member of [asha, meera])
        expect(
          await expectRefusal(
            member.send(name, { quotationId: quotation.quotationId, version: 1 }),
          ),
        ).toMatchObject({ status: 404, problem: { code: 'unknown-command' } });
    },
  );

  test('covers requests from another site', async () => {
    const { path, quotationId } = await sendQuotation();
    const fields = await readAcceptFields(path);
    const { status } = await post(`${path}/accept`, fields, { 'sec-fetch-site': 'cross-site' });
    expect(status).toBe(403);
    expect(await readStatus(quotationId)).toBe('Sent');
  });
});

describe('the limits', () => {
  test('end a flood of answers', async () => {
    const limited = await InProcessProduct.start(withLimits);
    try {
      const { max } = rateLimits['answers to quotations'];
      const statuses: number[] = [];
      for (let tries = 0; tries <= max; tries++) {
        const response = await fetch(`${limited.url}/q/${'0'.repeat(32)}/accept`, {
          method: 'POST',
          body: new URLSearchParams({ version: '1' }),
        });
        statuses.push(response.status);
      }
      expect(statuses.slice(0, max)).toEqual(Array.from({ length: max }, () => 404));
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await limited.dispose();
    }
  });
});
