import { accountDecider, asAccount } from '#domain/accounts/account.decider.js';
import { vocabulary } from '#domain/deciders.js';
import { organizationDecider } from '#domain/organizations/organization.decider.js';
import { asOrganization } from '#domain/organizations/organization.js';
import { withJumps } from '#platform/clock-with-faults.js';
import { type AlarmClock, systemClock } from '#platform/clock.js';
import { claims as claimsIn } from '#platform/command-handling/claims.js';
import { directory } from '#platform/command-handling/directory.js';
import { erasing } from '#platform/command-handling/erasing.js';
import { foldedStreams } from '#platform/command-handling/folded.js';
import { commandHandling } from '#platform/command-handling/handle-command.js';
import type { KnownOrganization } from '#platform/command-handling/permission.js';
import type { Config } from '#platform/config.js';
import { openEmbedded } from '#platform/embedded/open-embedded.js';
import { withFaults } from '#platform/event-log/event-log-with-faults.js';
import { FileRecords } from '#platform/files/file-records.js';
import { changeFeed } from '#platform/live/change-feed.js';
import { Challenges } from '#platform/one-time-codes/challenges.js';
import { ProjectionHost } from '#platform/projection-running/projection-host.js';
import { eventCatalogue } from '#platform/sealing/event-catalogue.js';
import { sealing as sealingWith } from '#platform/sealing/sealing.js';
import { allProjections } from '#projections/all-projections.js';
import { leadList } from '#projections/leads/lead-list.projection.js';
import { startWorkers } from '#workers/composition.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHmac, randomBytes } from 'node:crypto';
import { createApp } from './app.js';
import { demoClock } from './demo/demo-clock.js';
import { type Logger, makeLogger } from './http/logger.js';
import type { Parts } from './parts.js';
import { peopleInLog } from './sessions/people-in-log.js';
import { Sessions } from './sessions/sessions.js';

type Options = {
  readonly clock?: AlarmClock;
  readonly logger?: Logger;
  /** How many events have been folded, while views are filled before the door opens. */
  readonly onProgress?: (folded: number) => void;
  /** Where the web app was built. */
  readonly webApp?: string;
  /** Where the dev inbox says what it has got; the terminal, if it is left out. */
  readonly print?: (line: string) => void;
};

/** The product in one process: backend, projections and workers on the same parts. */
export type Fieldtrace = {
  readonly app: NestFastifyApplication;
  readonly parts: Parts;
  /** Finishes what is under way, then gives everything back. */
  stop(): Promise<void>;
};

/**
 * Opens everything the configuration names, fills the views, and makes the door; `app.listen` opens it.
 * @throws Unavailable if another process has the data
 * @throws KeysMissing if the keys are not those of this log
 */
export async function compose(
  config: Config,
  {
    clock = withJumps(config.production && !config.demo ? systemClock : demoClock),
    logger = makeLogger(config.logLevel),
    onProgress,
    webApp,
    print,
  }: Options = {},
): Promise<Fieldtrace> {
  const embedded = await openEmbedded(config.dataDir, {
    clock,
    devInbox: !config.production,
    print,
    jobFailed: ({ id, name, attempt }, err, last) =>
      logger[last ? 'error' : 'warn']({ job: id, name, attempt, err }, last ? 'a job has failed' : 'a job failed and is tried again'),
  });
  const { keys, secrets, jobs, files, store, messages } = embedded;
  const log = withFaults(embedded.log);
  let host: ProjectionHost | undefined;
  try {
    const { hmac: hmacKey, signing } = await keys.secrets();
    const hmac = (text: string) => createHmac('sha256', hmacKey).update(text).digest('hex');

    const sealing = sealingWith({ catalogue: eventCatalogue(vocabulary.map(({ events }) => events)), keys });
    const folded = foldedStreams({ log, reader: sealing });
    const claims = claimsIn({ log, folded, hmac });
    const erase = erasing({ log, keys, reader: sealing, folded });
    const organizations = directory(folded, organizationDecider, (id, state): KnownOrganization | undefined => {
      const known = asOrganization(id, state);
      return known && state.phase === 'founded' ? { ...known, locations: new Set(state.locations.map(({ locationId }) => locationId)) } : undefined;
    });
    let conflicts = 0;
    const handle = commandHandling({
      log,
      sealing,
      folded,
      accounts: directory(folded, accountDecider, asAccount),
      organizations,
      references: new FileRecords(secrets),
      erasing: erase,
      clock,
      hmac,
      chance: () => randomBytes(16).toString('hex'),
      onConflict: () => conflicts++,
    });

    const projecting = (host = new ProjectionHost({
      log,
      store,
      projections: allProjections,
      open: sealing.open,
      erase: erase.eraseStreams,
      onParked: (parked, err) => logger.error({ ...parked, err }, 'a stream is parked'),
      onTrouble: (err) => logger.error({ err }, 'views cannot be folded now'),
    }));
    await projecting.start(onProgress);

    const challenges = new Challenges(secrets, hmacKey, clock.now);
    const parts: Parts = {
      config,
      logger,
      clock,
      log,
      secrets,
      jobs,
      files,
      views: projecting.views,
      readSide: projecting,
      changeFeed: changeFeed({ store, projections: allProjections }),
      handle,
      conflicts: () => conflicts,
      people: peopleInLog({ folded, claims }),
      sessions: new Sessions(secrets, clock.now),
      challenges,
      signingKey: signing,
      devInbox: embedded.devInbox,
    };
    const app = await createApp(parts, { webApp });
    const workers = startWorkers({ ...parts, sealing, messages, clock, leadList, organizations });
    return {
      app,
      parts,
      async stop() {
        await app.close();
        await workers.stop();
        await projecting.stop();
        await embedded.close();
      },
    };
  } catch (error) {
    await host?.stop();
    await embedded.close();
    throw error;
  }
}
