import type { Clock } from '#platform/command-handling/claims.js';
import type { WriteSide } from '#platform/command-handling/write-side.js';
import type { Config } from '#platform/config.js';
import { changeFeed } from '#platform/live/change-feed.js';
import { Challenges } from '#platform/one-time-codes/challenges.js';
import type { OpenParts } from '#platform/process/open-parts.js';
import { partsHealth } from '#platform/process/parts-health.js';
import type { ReadSide } from '#platform/projection-running/read-side.js';
import type { Views } from '#platform/read-store/views.js';
import { allProjections } from '#projections/all-projections.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from './app.js';
import type { Logger } from './http/logger.js';
import type { Parts } from './parts.js';
import { peopleInLog } from './sessions/people-in-log.js';
import { Sessions } from './sessions/sessions.js';

type Given = {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly opened: Pick<OpenParts, 'log' | 'keys' | 'secrets' | 'rates' | 'store' | 'jobs' | 'files' | 'geocoder' | 'socketAdapter'>;
  readonly devInbox: Parts['devInbox'];
  readonly write: WriteSide;
  readonly readSide: ReadSide;
  readonly views: Views;
  /** Where the web app was built. */
  readonly webApp: string | undefined;
};

/** The doors on what was opened, the same whether projections and workers run in this process or elsewhere. */
export async function backendOn({ config, logger, clock, opened, devInbox, write, readSide, views, webApp }: Given): Promise<{
  readonly app: NestFastifyApplication;
  readonly parts: Parts;
}> {
  const { log, secrets, rates, socketAdapter, jobs, files, store, geocoder } = opened;
  const { folded, claims, handle, conflicts, hmacKey, signing } = write;
  const parts: Parts = {
    ...{ config, logger, clock, log, secrets, rates, socketAdapter, jobs, files, geocoder, views, readSide, handle, conflicts, devInbox },
    changeFeed: changeFeed({ store, projections: allProjections }),
    people: peopleInLog({ folded, claims }),
    sessions: new Sessions(secrets, clock.now),
    challenges: new Challenges(secrets, hmacKey, clock.now),
    signingKey: signing,
    down: partsHealth(opened),
  };
  return { app: await createApp(parts, { webApp }), parts };
}
