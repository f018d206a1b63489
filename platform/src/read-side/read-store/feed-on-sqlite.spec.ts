import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { SqliteFile } from '../../storage/embedded/sqlite-file.js';
import { folders } from '../../testing/folders.js';
import { FeedOnSqlite, feedSchema } from './feed-on-sqlite.js';
import { type FeedEntry, feedLength } from './read-store.js';

const folder = folders();

test('what is asked of the file for a commit is the same few things, however many positions become too many', async () => {
  const file = new SqliteFile(join(folder(), 'views.sqlite'), { schema: feedSchema });
  let questions = 0;
  const counting: Pick<SqliteFile, 'reader' | 'writer'> = {
    reader: (sql) => (questions++, file.reader(sql)),
    writer: (sql) => (questions++, file.writer(sql)),
  };
  const feed = new FeedOnSqlite(counting, () => 0);
  const entry = (number: number): FeedEntry => ({
    ...{ organizationId: 'org', view: 'leads', id: String(number), revision: 0, before: undefined, after: 'asha' },
    position: String(number).padStart(9, '0'),
  });
  const entries = (from: number, length: number) => Array.from({ length }, (_, index) => entry(from + index));
  const add = async (from: number, length: number) => {
    questions = 0;
    await file.write(() => feed.add('org', entries(from, length)));
    return questions;
  };
  await add(0, feedLength);
  const ofOne = await add(feedLength, 1);
  expect(await add(feedLength + 1, 200)).toBe(ofOne);
  expect(feed.after('org', entry(199).position, 1)).toBeUndefined();
  expect(feed.after('org', entry(200).position, 1)).toEqual([entry(201)]);
  file.close();
});
