import { Unrecoverable, Delayed } from '#platform/jobs/job-queue/attempts.js';
import { messagesContract } from '#platform/integrations/messages/messages.contract.js';
import { WhatsApp } from '#platform/integrations/messages/whatsapp.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { WhatsAppStandIn } from './stand-ins/whatsapp-stand-in.js';

let standIn: WhatsAppStandIn;
beforeAll(async () => {
  standIn = await WhatsAppStandIn.start();
});
beforeEach(() => {
  standIn.sent.length = 0;
});
afterAll(() => standIn.stop());

let elapsedMs = 0;
const createWhatsApp = (overrides: Partial<ReturnType<WhatsAppStandIn['productSettings']>> = {}) =>
  new WhatsApp({ ...standIn.productSettings(), ...overrides }, 2_000, () => elapsedMs);
const codeMessage = { to: '+919876543210', text: 'Your code is 123456', code: '123456' };
const failureOf = (send: Promise<void>) =>
  send.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

describe('as every message service', () =>
  messagesContract(
    () => createWhatsApp(),
    () => standIn.sent,
  ));

test('a message carries its id, by which its delivery is reported', async () => {
  await createWhatsApp().send('challenge-1', codeMessage);
  expect(standIn.sent).toEqual([{ id: 'challenge-1', ...codeMessage }]);
});

test('a message uses the template of its language, if there is one', async () => {
  await createWhatsApp({ hindi: 'hi' }).send('1', { ...codeMessage, language: 'hi-IN' });
  await createWhatsApp({ hindi: 'hi' }).send('2', { ...codeMessage, language: 'en-IN' });
  await createWhatsApp().send('3', { ...codeMessage, language: 'hi-IN' });
  expect(standIn.sent.map(({ language }) => language)).toEqual(['hi', undefined, undefined]);
});

test('a text of several lines becomes one, because template variables allow no breaks', async () => {
  await createWhatsApp().send('1', { to: codeMessage.to, text: ' Welcome\n\n\tto   us ' });
  expect(standIn.sent[0]?.text).toBe('Welcome to us');
});

test('without a template everything but codes is refused for good', async () => {
  const messages = createWhatsApp({ messageTemplate: undefined });
  const failure = await failureOf(messages.send('1', { to: codeMessage.to, text: 'Welcome' }));
  expect(failure).toBeInstanceOf(Unrecoverable);
  expect(failure?.message).toMatch('WHATSAPP_MESSAGE_TEMPLATE');
  await messages.send('2', codeMessage);
  expect(standIn.sent).toHaveLength(1);
});

describe('retryable answers', () => {
  test.each([
    ['the service is down', { status: 503 }, 'it is down for a while (503)'],
    [
      'the service does not know the cause',
      { status: 500, code: 131000 },
      'it does not know what is wrong (500, code 131-000, trace Az8or2yhqkZfEZ)',
    ],
    [
      'too many requests, answered with 400',
      { status: 400, code: 130429 },
      'messages were sent too fast (400, code 130-429, trace Az8or2yhqkZfEZ)',
    ],
    ['too many requests', { status: 429 }, 'messages were sent too fast (429)'],
    [
      'something else answers in its place',
      'not what it should be',
      'it is down for a while (502)',
    ],
  ] as const)('%s', async (_, fault, message) => {
    const messages = createWhatsApp();
    standIn.failNext(fault);
    const failure = await failureOf(messages.send('1', codeMessage));
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure?.message).toBe(`WhatsApp has not taken a message: ${message}`);
    standIn.sent.length = 0;
    await messages.send('1', codeMessage);
    expect(standIn.sent).toHaveLength(1);
  });

  test.each([
    ['silent', 'nothing came within 2 s'],
    ['stalled', 'nothing came within 2 s'],
    ['cut', ''],
  ] as const)(
    'an answer that is %s: the message may be sent twice, with the same code',
    async (fault, message) => {
      const messages = createWhatsApp();
      standIn.failNext(fault);
      const failure = await failureOf(messages.send('1', codeMessage));
      expect(failure).toBeInstanceOf(Unavailable);
      expect(failure?.message).toMatch(`WhatsApp does not answer: ${message}`);
      await messages.send('1', codeMessage);
      expect(standIn.sent.map(({ code }) => code)).toEqual(['123456', '123456']);
    },
  );

  test('no service at the address', async () => {
    const stopped = await WhatsAppStandIn.start();
    const { url } = stopped.productSettings();
    await stopped.stop();
    expect((await failureOf(createWhatsApp({ url }).send('1', codeMessage)))?.message).toBe(
      'WhatsApp does not answer: ECONNREFUSED',
    );
  });
});

describe('waits as long as the service asks, and sends nothing meanwhile', () => {
  const readRequestedWait = async (retryAfter: string) => {
    const messages = createWhatsApp();
    standIn.failNext({ status: 429, code: 80007, retryAfter });
    return { messages, failure: (await failureOf(messages.send('1', codeMessage))) as Delayed };
  };

  test('by seconds', async () => {
    const { messages, failure } = await readRequestedWait('30');
    expect(failure).toBeInstanceOf(Delayed);
    expect(failure.milliseconds).toBe(30_000);
    elapsedMs += 10_000;
    const secondFailure = (await failureOf(messages.send('2', codeMessage))) as Delayed;
    expect([secondFailure.message, secondFailure.milliseconds]).toEqual([
      'WhatsApp has not taken a message: it asks to wait for 20 s',
      20_000,
    ]);
    expect(standIn.sent).toEqual([]);
    elapsedMs += 20_000;
    await messages.send('1', codeMessage);
    await messages.send('2', codeMessage);
    expect(standIn.sent).toHaveLength(2);
  });

  test('by a date', async () => {
    const { failure } = await readRequestedWait(new Date(Date.now() + 1_000_000).toUTCString());
    expect(failure.milliseconds).toBeGreaterThan(900_000);
    expect(failure.milliseconds).toBeLessThanOrEqual(1_000_000);
  });

  test('but never longer than an hour', async () => {
    standIn.failNext({ status: 503, retryAfter: '1000000' });
    expect(
      ((await failureOf(createWhatsApp().send('1', codeMessage))) as Delayed).milliseconds,
    ).toBe(3_600_000);
  });
});

describe('permanent failures are refused with a message for operators', () => {
  test.each([
    [{ status: 400, code: 131026 }, 'the number has no WhatsApp'],
    [{ status: 404, code: 132001 }, 'it has no such template in that language'],
    [{ status: 400, code: 132000 }, 'the template has another number of variables'],
    [{ status: 403, code: 131031 }, 'the account is locked'],
    [{ status: 400, code: 999_999 }, 'it refuses the message'],
    [{ status: 401 }, 'the token is not accepted'],
  ])('%j', async (fault, message) => {
    standIn.failNext(fault);
    const failure = await failureOf(createWhatsApp().send('1', codeMessage));
    expect(failure).toBeInstanceOf(Unrecoverable);
    expect(failure?.message).toMatch(message);
    expect(standIn.sent).toEqual([]);
  });

  test('another token', async () =>
    expect(
      (await failureOf(createWhatsApp({ token: 'guess' }).send('1', codeMessage)))?.message,
    ).toMatch('the token has ended'));

  test('another phone number', async () =>
    expect(
      (await failureOf(createWhatsApp({ phoneNumberId: '1' }).send('1', codeMessage)))?.message,
    ).toMatch('WHATSAPP_PHONE_NUMBER_ID'));
});

test('no error contains a number, a text or a code', async () => {
  const messages = createWhatsApp();
  standIn.failNext(
    { status: 400, code: 131026 },
    { status: 503, code: 131016 },
    'cut',
    'silent',
    'not what it should be',
  );
  for (let time = 0; time < 5; time++) {
    const failure = (await failureOf(messages.send(String(time), codeMessage)))!;
    expect(`${failure.stack}${JSON.stringify(failure)}${String(failure.cause)}`).not.toMatch(
      /9876543210|123456|Your code|EAAJB/,
    );
  }
});
