import { expect, test } from '@jest/globals';
import { parseS3Url, s3Url } from './s3-settings.js';

test('the address says who asks, where, and for which bucket', () => {
  expect(parseS3Url('https://AKIA:a%2Fb%2Bc@s3.ap-south-1.amazonaws.com/fieldtrace-files?region=ap-south-1')).toEqual({
    endpoint: 'https://s3.ap-south-1.amazonaws.com',
    bucket: 'fieldtrace-files',
    region: 'ap-south-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 'a/b+c',
  });
  expect(parseS3Url('http://key:secret@localhost:9000/files')).toMatchObject({ endpoint: 'http://localhost:9000', region: 'us-east-1' });
});

test.each([
  '',
  's3://bucket',
  'https://s3.example.com/bucket',
  'https://key:secret@s3.example.com',
  'https://key:secret@s3.example.com/a/b',
  'https://key:%zz@s3.example.com/files',
])('%j is refused', (text) => expect(s3Url.safeParse(text).error?.issues[0]?.message).toMatch('must be an address such as https://KEY:SECRET@'));
