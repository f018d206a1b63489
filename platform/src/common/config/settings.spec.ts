import { expect, test } from '@jest/globals';
import { s3Settings, settings } from './settings.js';

const token = { WHATSAPP_TOKEN: 'EAAJB', WHATSAPP_PHONE_NUMBER_ID: '105954558954427' };
const findIssues = (set: Record<string, string>) =>
  settings.safeParse(set).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

test('without a token there is no WhatsApp', () =>
  expect(settings.parse({}).servers.whatsApp).toBeUndefined());

test('a token and the sender’s number suffice for codes', () => {
  expect(settings.parse(token).servers.whatsApp).toEqual({
    token: 'EAAJB',
    phoneNumberId: '105954558954427',
    codeTemplate: 'fieldtrace_code',
    messageTemplate: undefined,
    language: 'en',
    hindi: undefined,
    url: 'https://graph.facebook.com/v25.0',
    webhooks: undefined,
  });
});

test('delivery reports need a secret and a verification token', () => {
  const set = { ...token, WHATSAPP_APP_SECRET: 'secret', WHATSAPP_VERIFY_TOKEN: 'token' };
  expect(settings.parse(set).servers.whatsApp?.webhooks).toEqual({
    appSecret: 'secret',
    verifyToken: 'token',
  });
});

test.each([
  [
    { WHATSAPP_TOKEN: 'EAAJB' },
    'WHATSAPP_PHONE_NUMBER_ID must be set too, because WHATSAPP_TOKEN is',
  ],
  [
    { WHATSAPP_PHONE_NUMBER_ID: '105954558954427' },
    'WHATSAPP_TOKEN must be set too, because WHATSAPP_PHONE_NUMBER_ID is',
  ],
  [
    { ...token, WHATSAPP_APP_SECRET: 'secret' },
    'WHATSAPP_VERIFY_TOKEN must be set too, because WHATSAPP_APP_SECRET is',
  ],
  [
    { ...token, WHATSAPP_VERIFY_TOKEN: 'token' },
    'WHATSAPP_APP_SECRET must be set too, because WHATSAPP_VERIFY_TOKEN is',
  ],
  [
    { ...token, WHATSAPP_PHONE_NUMBER_ID: '+919876543210' },
    'WHATSAPP_PHONE_NUMBER_ID must be the id of the phone number, in digits: not the number itself',
  ],
  [
    { ...token, WHATSAPP_LANGUAGE: 'English' },
    'WHATSAPP_LANGUAGE must be a template’s language such as en or en_US',
  ],
  [
    { ...token, WHATSAPP_HINDI: 'Hindi' },
    'WHATSAPP_HINDI must be the language of a Hindi template, which is hi',
  ],
  [
    { ...token, WHATSAPP_URL: 'graph.facebook.com' },
    'WHATSAPP_URL must be an address such as https://graph.facebook.com/v25.0',
  ],
])('%j is refused with the name of the wrong setting', (set, message) =>
  expect(findIssues(set)).toEqual([message]),
);

test('without the address of a geocoder there is none', () =>
  expect(settings.parse({}).servers.geocoder).toBeUndefined());

test('a geocoder’s address needs a contact for its operator', () => {
  const set = { GEOCODER_URL: 'https://nominatim.example.com', GEOCODER_CONTACT: 'it@example.com' };
  expect(settings.parse(set).servers.geocoder).toEqual({
    url: 'https://nominatim.example.com',
    contact: 'it@example.com',
  });
  expect(findIssues({ GEOCODER_URL: set.GEOCODER_URL })).toEqual([
    'GEOCODER_CONTACT must be set too, because GEOCODER_URL is: geocoders ask for it',
  ]);
});

test('a contact for the geocoder’s operator fits in one line of a header', () => {
  expect(findIssues({ GEOCODER_CONTACT: 'it@example.com\r\nX: y' })).toEqual([
    'GEOCODER_CONTACT must be an e-mail address or a page, so that the operator of the geocoder can reach you',
  ]);
});

test('the address of an S3 bucket contains its endpoint and key', () => {
  expect(
    s3Settings.parse(
      'https://AKIA:a%2Fb%2Bc@s3.ap-south-1.amazonaws.com/fieldtrace-files?region=ap-south-1',
    ),
  ).toEqual({
    endpoint: 'https://s3.ap-south-1.amazonaws.com',
    bucket: 'fieldtrace-files',
    region: 'ap-south-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 'a/b+c',
  });
  expect(s3Settings.parse('http://key:secret@localhost:9000/files')).toMatchObject({
    endpoint: 'http://localhost:9000',
    region: 'us-east-1',
  });
});

test.each([
  '',
  's3://bucket',
  'https://s3.example.com/bucket',
  'https://key:secret@s3.example.com',
  'https://key:secret@s3.example.com/a/b',
  'https://key:%zz@s3.example.com/files',
  'https://key:%FF@s3.example.com/files',
])('%j is refused as the address of an S3 bucket', (text) =>
  expect(s3Settings.safeParse(text).error?.issues[0]?.message).toMatch(
    'must be an address such as https://KEY:SECRET@',
  ),
);
