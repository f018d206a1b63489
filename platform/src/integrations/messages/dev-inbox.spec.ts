import { afterEach, expect, test } from '@jest/globals';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ClockInMemory } from '../../testing/in-memory/clock-in-memory.js';
import { folders } from '../../testing/folders.js';
import { DevInbox } from './dev-inbox.js';
import { messagesContract } from './messages.contract.js';
import { NO_MESSAGES } from './messages.js';

const createFolder = folders();
const environment = process.env['NODE_ENV'];
afterEach(() => {
  process.env['NODE_ENV'] = environment;
});

const open = (path = join(createFolder(), 'dev-inbox'), lines: string[] = []) =>
  new DevInbox(path, new ClockInMemory(), (line) => lines.push(line));

messagesContract(
  () => open(),
  (inbox) => [...inbox.newestFirst()].reverse(),
);

test('each message is one log line', async () => {
  const lines: string[] = [];
  await open(undefined, lines).send('1', {
    to: '+919876543210',
    text: 'Your code is 123456',
    code: '123456',
  });
  expect(lines).toEqual(['dev inbox: to +919876543210: Your code is 123456']);
});

test('the newest message comes first, with its time', async () => {
  const inbox = open();
  await inbox.send('1', { to: '+919876543210', text: 'one', code: '1' });
  await inbox.send('2', { to: '+919876543210', text: 'two' });
  expect(inbox.newestFirst()).toEqual([
    { to: '+919876543210', text: 'two', at: '2026-11-21T09:30:00.000Z' },
    { to: '+919876543210', text: 'one', code: '1', at: '2026-11-21T09:30:00.000Z' },
  ]);
});

test('a restart keeps the last few hundred messages, even after a crash, and the file does not grow', async () => {
  const path = join(createFolder(), 'dev-inbox');
  const inbox = open(path);
  for (let number = 1; number <= 1_000; number++)
    await inbox.send(String(number), { to: '+919876543210', text: `message ${number}` });
  appendFileSync(path, '{"to":"+9198');
  const later = open(path);
  expect(later.newestFirst()).toEqual(inbox.newestFirst());
  expect(later.newestFirst()).toHaveLength(300);
  expect(later.newestFirst()[0]!.text).toBe('message 1000');
  await later.send('1000', { to: '+919876543210', text: 'sent again by a job that ran twice' });
  expect(later.newestFirst()[0]!.text).toBe('message 1000');
  await later.send('1001', { to: '+919876543210', text: 'after half a line' });
  expect(open(path).newestFirst()).toEqual(later.newestFirst());
  expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(700);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('production has no dev inbox', async () => {
  process.env['NODE_ENV'] = 'production';
  expect(() => open()).toThrow('must not exist in production');
  await expect(NO_MESSAGES.send('1', { to: '+919876543210', text: 'code' })).rejects.toThrow(
    'No service for messages is set up',
  );
});
