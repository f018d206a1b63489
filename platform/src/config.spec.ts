import { expect, test } from '@jest/globals';
import { BadConfig, readConfig } from './config.js';

test('without any variable it listens on port 3000 of this machine and keeps its data in ./data', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', dataDir: `${process.cwd()}/data`, production: false, demo: false });
});

test('an empty variable is one that is not set', () => expect(readConfig({ PORT: ' ' }).port).toBe(3000));

test.each([
  ['PORT', '70000'],
  ['PORT', '3e3'],
  ['LOG_LEVEL', 'loud'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['DEMO', 'yes'],
  ['BOOK_DEMO_NUMBER', '98765'],
])('a bad %s names itself', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(BadConfig);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must`));
});

test('the address of a server that this build cannot use is refused, not ignored', () => {
  expect(() => readConfig({ MONGO_URL: 'mongodb://db' })).toThrow('MONGO_URL is set, but this build has only the embedded part');
});
