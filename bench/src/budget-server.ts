import { Commands } from '#backend/commands/commands.js';
import { makeServer } from '#backend/http/server.js';
import { backendOn } from '#backend/backend.js';
import { makeLogger } from '#backend/http/logger.js';
import { language } from '#domain/language.js';
import { systemClock } from '#platform/clock.js';
import { type HandleCommand, commandHandling } from '#platform/command-handling/handle-command.js';
import { type WriteSide, writeSide } from '#platform/command-handling/write-side.js';
import { readConfig } from '#platform/config.js';
import type { Metadata, NewEvent } from '#platform/event-log/event-log.js';
import { foldedStreams } from '#platform/command-handling/folded.js';
import { openParts } from '#platform/process/open-parts.js';
import { toldTo } from '#platform/process/told-to.js';
import type { Sealing } from '#platform/sealing/sealing.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { projecting } from '#projections/projecting.js';
import { startWorkers } from '#workers/composition.js';
import { Controller, HttpCode, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Stage, stages } from './budget-stages.js';

/** The product as far as a stage: what comes after it is left out, so that the difference of two is what one costs. */
const config = readConfig(process.env);
const logger = makeLogger('error');
const stage = process.argv[2] as Stage;
const reaches = (other: Stage): boolean => stages.indexOf(stage) >= stages.indexOf(other);
const constant = { id: '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01', revision: 0, position: '00000000000000000001' };

@Controller('api/commands')
class ConstantController {
  @Post(':name')
  @HttpCode(200)
  answer() {
    return constant;
  }
}
@Module({ controllers: [ConstantController] })
class ConstantModule {}

/** Nest and Fastify as they stand before every door, and nothing behind it. */
async function onlyTheDoor(): Promise<NestFastifyApplication> {
  const { adapter } = await makeServer(config, logger);
  return NestFactory.create<NestFastifyApplication>(ConstantModule, adapter, { bodyParser: false, logger: false });
}

async function asFarAsTheStage(): Promise<NestFastifyApplication> {
  const opened = await openParts(
    config,
    ['log', 'keys', 'secrets', 'rates', 'socketAdapter', 'jobs', 'store', 'files', 'messages', 'devInbox', 'geocoder'],
    {
      ...{ clock: systemClock, print: () => {} },
      ...toldTo(logger),
    },
  );
  const whole = await writeSide({ language, clock: systemClock, ...opened });
  const write: WriteSide = { ...whole, handle: onlyLeads(whole.handle, handledAs(whole, opened)) };
  const readSide = projecting({ ...opened, ...whole, logger });
  await readSide.start();
  // The people are folded into views once, by the whole product that made them.
  if (!reaches('projections')) await readSide.stop();
  const { devInbox, messages } = opened;
  const { app, parts } = await backendOn({
    ...{ config, logger, opened, devInbox, write, readSide },
    clock: systemClock,
    views: readSide.views,
    webApp: '',
  });
  if (!reaches('bus')) app.get(Commands).send = async () => constant;
  if (reaches('jobs')) startWorkers({ ...parts, ...whole, messages, clock: systemClock, leadList });
  return app;
}

type Opened = Pick<Parameters<typeof writeSide>[0], 'log' | 'secrets' | 'keys'>;

function handledAs(whole: WriteSide, { log }: Opened): HandleCommand {
  if (!reaches('fold and append')) return async () => constant;
  if (reaches('box and hash')) return whole.handle;
  const sealing = unsealed(whole.sealing);
  const { organizations, erase, folded } = whole;
  const handle = commandHandling({
    ...{ log, sealing, organizations, clock: systemClock, erasing: erase },
    folded: reaches('claim') ? folded : foldedStreams({ log, reader: sealing }),
    accounts: { of: async (id) => ({ id, verified: true, requestedRole: undefined }) },
    references: { resolve: async (_, ids) => new Set(ids) },
    hmac: (text) => text.slice(-64),
    chance: () => '0'.repeat(32),
  });
  if (reaches('claim')) return handle;
  return (decider, definition, request) => handle({ ...decider, holds: () => [] }, definition, request);
}

/** What a person is, is the product's own at every stage. */
const onlyLeads =
  (whole: HandleCommand, other: HandleCommand): HandleCommand =>
  (decider, definition, request) =>
    (decider.category === 'lead' ? other : whole)(decider, definition, request);

/** Neither a box nor a hash. */
const unsealed = (whole: Sealing): Sealing => ({
  ...whole,
  seal: async (_, __, events) =>
    events.map(({ type, data, metadata }): NewEvent => ({ type, data: plain(data), metadata: { ...metadata, ...unhashed } satisfies Metadata })),
});
const unhashed = { schemaVersion: 1, previousHash: '', hash: '' };
/** As JSON keeps it. */
const plain = (data: object): object => Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));

const app = stage === 'constant answer' ? await onlyTheDoor() : await asFarAsTheStage();
await app.listen(0, '127.0.0.1');
process.stdout.write(`${await app.getUrl()}\n`);
