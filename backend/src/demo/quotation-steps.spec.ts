import type { LeadEvent } from '#domain/leads/lead.events.js';
import type { Message } from '#domain/kernel/texts/message.js';
import { readConfig } from '#platform/common/config/config.js';
import { BEFORE_ALL, EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { derivedCommandId } from '#platform/jobs/reactors/reactor.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { folders } from '#platform/testing/folders.js';
import { expect, test } from '@jest/globals';
import { compose, composeBackend } from '../composition.js';
import { Demo } from './fill.js';

const createFolder = folders();
const HOUR_MS = 3_600_000;

type Step = RecordedEvent<Extract<LeadEvent, { type: 'QuotationStepped' }>>;

test('leads have the steps of their quotations, with times of the demo and ids like the reactor’s', async () => {
  const config = readConfig({ DATA_DIR: createFolder(), PORT: '0' });
  await (await compose(config, { print: () => {}, projects: false })).stop();
  const { app, stop } = await composeBackend(config);
  const startedAt = Date.now();
  await app.get(Demo).write({ leads: 60, seed: 1, onProgress: () => {} });
  const log = app.get<EventLog>(EventLog);
  const events = await app
    .get<Sealing>(Sealing)
    .open(await log.readAll(BEFORE_ALL, Number.MAX_SAFE_INTEGER));
  await stop();
  const steps = events.filter(({ type }) => type === 'QuotationStepped') as readonly Step[];
  expect(new Set(steps.map(({ data }) => data.step))).toEqual(
    new Set(['Draft', 'Sent', 'Rejected', 'Expired']),
  );
  const byId = new Map<string, RecordedEvent<Message>>(
    events.map((event) => [event.metadata.eventId, event]),
  );
  for (const { stream, metadata } of steps) {
    const cause = byId.get(metadata.causationId)!;
    expect(metadata.at).toBe(cause.metadata.at);
    expect(Date.parse(metadata.at)).toBeLessThan(startedAt - HOUR_MS);
    expect(metadata.commandId).toBe(
      derivedCommandId('steps-of-quotations', stream, cause.metadata.eventId),
    );
  }
});
