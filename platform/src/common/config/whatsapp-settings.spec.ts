import { expect, test } from '@jest/globals';
import { whatsAppSettings } from './whatsapp-settings.js';

const token = { WHATSAPP_TOKEN: 'EAAJB', WHATSAPP_PHONE_NUMBER_ID: '105954558954427' };
const wrong = (set: Record<string, string>) =>
  whatsAppSettings.safeParse(set).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

test('without a token there is no WhatsApp', () => expect(whatsAppSettings.parse({})).toBeUndefined());

test('a token and the number it sends from are enough for codes', () => {
  expect(whatsAppSettings.parse(token)).toEqual({
    token: 'EAAJB',
    phoneNumberId: '105954558954427',
    codeTemplate: 'fieldtrace_code',
    messageTemplate: undefined,
    language: 'en',
    url: 'https://graph.facebook.com/v25.0',
    webhooks: undefined,
  });
});

test('what became of messages is heard with a secret and a token for that', () => {
  const set = { ...token, WHATSAPP_APP_SECRET: 'secret', WHATSAPP_VERIFY_TOKEN: 'token' };
  expect(whatsAppSettings.parse(set)?.webhooks).toEqual({ appSecret: 'secret', verifyToken: 'token' });
});

test.each([
  [{ WHATSAPP_TOKEN: 'EAAJB' }, 'WHATSAPP_PHONE_NUMBER_ID must be set too, because WHATSAPP_TOKEN is'],
  [{ WHATSAPP_PHONE_NUMBER_ID: '105954558954427' }, 'WHATSAPP_TOKEN must be set too, because WHATSAPP_PHONE_NUMBER_ID is'],
  [{ ...token, WHATSAPP_APP_SECRET: 'secret' }, 'WHATSAPP_VERIFY_TOKEN must be set too, because WHATSAPP_APP_SECRET is'],
  [{ ...token, WHATSAPP_VERIFY_TOKEN: 'token' }, 'WHATSAPP_APP_SECRET must be set too, because WHATSAPP_VERIFY_TOKEN is'],
  [
    { ...token, WHATSAPP_PHONE_NUMBER_ID: '+919876543210' },
    'WHATSAPP_PHONE_NUMBER_ID must be the id of the phone number, in digits: not the number itself',
  ],
  [{ ...token, WHATSAPP_LANGUAGE: 'English' }, 'WHATSAPP_LANGUAGE must be a template’s language such as en or en_US'],
  [{ ...token, WHATSAPP_URL: 'graph.facebook.com' }, 'WHATSAPP_URL must be an address such as https://graph.facebook.com/v25.0'],
])('%j is refused by name', (set, words) => expect(wrong(set)).toEqual([words]));
