import type { Account } from '#domain/kernel/policy.js';
import type { EventDefinitions } from '#domain/kernel/schema.js';
import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../common/clock.js';
import { Claims } from '../write-side/claims.js';
import {
  type CachedLookup,
  type FoldedStreams,
  createFoldedStreams,
} from '../write-side/folded-streams.js';
import { type HeldUntil, createEraser } from '../write-side/erasing.js';
import { createCommandHandling } from '../write-side/handle-command.js';
import type { KnownOrganization } from '../write-side/permission.js';
import type { References } from '../write-side/references.js';
import type { EventLog } from '../event-log/event-log.js';
import type { KeyStore } from '../sealing/key-store/key-store.js';
import { eventCatalogue } from '../sealing/event-catalogue.js';
import { createSealing as sealingWith } from '../sealing/sealing.js';
import { ClockInMemory } from './in-memory/clock-in-memory.js';
import { KeyStoreInMemory } from './in-memory/key-store-in-memory.js';

type Given = {
  readonly log: EventLog;
  readonly events: readonly EventDefinitions[];
  readonly organization: KnownOrganization;
  /** Looks organizations up in the spec's own streams, instead of `organization`. */
  readonly organizations?: (folded: FoldedStreams) => CachedLookup<KnownOrganization>;
  readonly keys?: KeyStore;
  readonly accounts?: CachedLookup<Account>;
  readonly references?: References;
  readonly clock?: Clock;
  readonly randomness?: () => string;
  readonly onConflict?: () => void;
  readonly heldUntil?: HeldUntil;
  readonly personalValues?: readonly string[];
};

/**
 * Write side of a process in one organization. Every file may be referred to by every sender, and
 * every account is verified.
 */
export function writeSideForSpecs({
  log,
  events,
  organization,
  organizations = () => ({
    get: async (id) => (id === organization.id ? organization : undefined),
  }),
  keys = new KeyStoreInMemory(),
  accounts = { get: async (id) => ({ id, verified: true, requestedRole: undefined }) },
  references = {
    files: { resolve: async (_, ids) => new Set(ids), claim: async () => true },
    records: async (_, ids) => new Set(ids),
  },
  clock = new ClockInMemory(),
  randomness = () => randomBytes(16).toString('hex'),
  onConflict,
  heldUntil,
  personalValues = ['phone'],
}: Given) {
  const hmac = (text: string) => createHmac('sha256', 'a key').update(text).digest('hex');
  const sealing = sealingWith({ catalogue: eventCatalogue(events), keys });
  const folded = createFoldedStreams({ log, reader: sealing });
  const erase = createEraser({ log, keys, folded, ...(heldUntil && { heldUntil }) });
  const claiming = { index: keys, personalValues: new Set(personalValues) };
  const handle = createCommandHandling({
    log,
    sealing,
    folded,
    accounts,
    organizations: organizations(folded),
    references,
    consult: async () => new Map(),
    erase,
    clock,
    hmac,
    randomness,
    onConflict,
    ...claiming,
  });
  return {
    handle,
    sealing,
    folded,
    claims: new Claims({ log, folded, hmac, clock, ...claiming }),
    erase,
    keys,
    clock,
  };
}
