import { expect, jest, test } from '@jest/globals';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { type LastWriter, Writer } from '#platform/storage/mongo/writer.js';
import { Unavailable } from '#platform/common/unavailable.js';
import { connectToNewDatabases } from './programs/mongod.js';

const { connect } = await connectToNewDatabases();

test('a writer that could not register does so the next time, after a transaction with unknown outcome', async () => {
  const part = (await connect()).part('views');
  const records = part.db.collection<LastWriter>('state');
  const writer = new Writer(part, records);
  await writer.startTerm(1);
  const ask = part.ask.bind(part) as typeof part.ask;
  jest.spyOn(part, 'ask').mockImplementationOnce((work) => ask(work, 500));
  const lostTransaction = writer.enqueueTransaction(1, async (session) => {
    await records.insertOne({ _id: 'half of it', value: 1 }, { session });
    await new Promise(() => undefined);
  });
  await expect(lostTransaction).rejects.toThrow(Unavailable);
  jest.spyOn(records, 'replaceOne').mockRejectedValueOnce(new Unavailable('cannot be reached'));
  await expect(writer.startTerm(1)).rejects.toThrow(Unavailable);
  const session = await writer.startTerm(1);
  expect(await records.findOne({ value: session.id })).not.toBeNull();
});

type Part = ReturnType<Awaited<ReturnType<typeof connect>>['part']>;
const loseAnswer = (part: Part) =>
  jest.spyOn(part, 'ask').mockImplementationOnce(async (work) => {
    await work();
    throw new Unavailable('does not answer');
  });
const loseCommand = (part: Part) =>
  jest.spyOn(part.db, 'command').mockRejectedValueOnce(new MongoNetworkError('closed'));

test.each([
  ['the answer', loseAnswer],
  ['the command that ends it', loseCommand],
])(
  'a killed writer’s transaction is ended although %s was lost: the next try ends it',
  async (_, lose) => {
    const database = `spec-${randomUUID().slice(0, 8)}`;
    const [killedPart, nextPart] = [
      (await connect(database)).part('views'),
      (await connect(database)).part('views'),
    ];
    const records = (part: Part) => part.db.collection<LastWriter>('lost answers');
    const session = await new Writer(killedPart, records(killedPart)).startTerm(1);
    session.startTransaction();
    await records(killedPart).insertOne({ _id: 'checkpoint', value: 'half of it' }, { session });

    const writer = new Writer(nextPart, records(nextPart));
    lose(nextPart);
    await expect(writer.startTerm(2)).rejects.toThrow(Unavailable);
    await writer.startTerm(2);
    await records(nextPart).insertOne(
      { _id: 'checkpoint', value: 'all of it' },
      { maxTimeMS: 2_000 },
    );
    expect(await records(nextPart).findOne({ _id: 'checkpoint' })).toMatchObject({
      value: 'all of it',
    });
  },
);

test('a writer in a new term ends the session of another writer, and not its own', async () => {
  const { db } = (await connect()).part('views');
  const endedSessions: unknown[] = [];
  const part = (await connect()).part('views');
  jest.spyOn(part.db, 'command').mockImplementation(async (command) => {
    endedSessions.push(command['killSessions']);
    return {};
  });
  const records = db.collection<LastWriter>('terms');
  const firstWriter = new Writer(part, records);
  const firstSession = await firstWriter.startTerm(1);
  expect(await firstWriter.startTerm(2)).toBe(firstSession);
  expect(endedSessions).toEqual([]);
  await new Writer(part, records).startTerm(3);
  expect(endedSessions).toEqual([[firstSession.id]]);
});

test('a writer that loses the race of registering twice is unavailable, and registers the next time', async () => {
  const part = (await connect()).part('views');
  const records = part.db.collection<LastWriter>('races');
  const duplicateKey = new MongoServerError({ code: 11_000 });
  jest
    .spyOn(records, 'replaceOne')
    .mockRejectedValueOnce(duplicateKey)
    .mockRejectedValueOnce(duplicateKey);
  const writer = new Writer(part, records);
  await expect(writer.startTerm(1)).rejects.toThrow(Unavailable);
  const session = await writer.startTerm(1);
  expect(await records.findOne({ value: session.id })).not.toBeNull();
});
