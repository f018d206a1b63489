import { Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Logger } from '#platform/process/logger.js';
import { Claims } from '#platform/write-side/claims.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { Module, type Provider } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { RateLimits } from '../http/rate-limits.js';
import { Callers } from './callers.js';
import { CachedReads } from './people/cached-reads.js';
import { LeadOwners } from './people/lead-owners.js';
import { PersonNames } from './people/names.js';
import { peopleFromEventLog } from './people/people-in-log.js';
import { People } from './people/people.js';
import { PublicOrganizations } from './people/public-organizations.js';
import { PeopleCache } from './people/people-cache.js';
import { PolicyGuard } from './policy.guard.js';
import { RateGuard } from './rate-guard.js';
import { Passwords } from './sessions/passwords.js';
import { SandboxUse } from './sessions/sandbox-use.js';
import { VisitorClassifier } from './visitor-classifier.js';
import { SessionEndings } from './sessions/session-endings.js';
import { Sessions } from './sessions/sessions.js';

const providers: Provider[] = [
  {
    provide: People,
    useFactory: (folded: FoldedStreams, claims: Claims) => peopleFromEventLog({ folded, claims }),
    inject: [FoldedStreams, Claims],
  },
  {
    provide: PeopleCache,
    useFactory(
      { servers }: Config,
      log: EventLog,
      people: People,
      folded: FoldedStreams,
      claims: Claims,
      clock: Clock,
      logger: Logger,
    ) {
      if (servers.eventStore === undefined) return new PeopleCache(people);
      const reads = new CachedReads({
        log,
        clock,
        onTrouble: (err) => logger.warn({ err }, 'accounts and organizations are not cached now'),
      });
      return new PeopleCache(people, {
        reads,
        people: peopleFromEventLog({
          folded: folded.readFrom(reads),
          claims: claims.readFrom(reads),
        }),
      });
    },
    inject: [Config, EventLog, People, FoldedStreams, Claims, Clock, Logger],
  },
  {
    provide: RateGuard,
    useFactory: (limits: RateLimits, people: People) => new RateGuard(limits, people),
    inject: [RateLimits, People],
  },
  Sessions,
  SessionEndings,
  Passwords,
  SandboxUse,
  Callers,
  VisitorClassifier,
  PolicyGuard,
  PersonNames,
  PublicOrganizations,
  LeadOwners,
];

/** Sessions, rights and limits of callers, and the names of people in answers. */
@Module({ imports: [HttpModule], providers, exports: [...providers, HttpModule] })
export class AuthModule {}
