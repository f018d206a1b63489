import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { personal } from '#domain/kernel/schema.js';
import { z } from 'zod';
import type { Clock } from '../../common/clock.js';
import { EventLogOnSqlite } from '../../event-log/event-log-on-sqlite.js';
import { type EventLog, NO_STREAM } from '../../event-log/event-log.js';
import type { NotaryOptions } from '../../notary/notary-parts.js';
import { Notary } from '../../notary/notary.js';
import { eventCatalogue } from '../../sealing/event-catalogue.js';
import { KeyStoreOnSqlite } from '../../sealing/key-store/key-store-on-sqlite.js';
import type { KeyStore } from '../../sealing/key-store/key-store.js';
import { createSealing } from '../../sealing/sealing.js';
import { KeyValueStoreOnSqlite } from '../../storage/key-value-store/key-value-store-on-sqlite.js';
import type { KeyValueStore } from '../../storage/key-value-store/key-value-store.js';
import { openSecretsFile } from '../../storage/key-value-store/secrets-file.js';
import { ClockInMemory } from '../in-memory/clock-in-memory.js';

const events = { Counted: z.object({ number: z.int(), note: personal(z.string()).optional() }) };

/** Embedded parts of an installation with a notary, in one folder. */
export class NotarizedLog {
  readonly clock: Clock;
  readonly notary: Notary;
  readonly sealing;
  private count = 0;

  constructor(
    readonly log: EventLog,
    readonly keys: KeyStore,
    readonly secrets: KeyValueStore,
    options: Partial<NotaryOptions> = {},
  ) {
    this.clock = options.clock ?? new ClockInMemory();
    this.sealing = createSealing({ catalogue: eventCatalogue([events]), keys });
    this.notary = new Notary({
      log,
      keys,
      secrets,
      clock: this.clock,
      host: 'crm.example.com',
      ...options,
    });
  }

  static open(folder: string, options: Partial<NotaryOptions> & { log?: EventLog } = {}) {
    const file = (name: string) => join(folder, name);
    return new NotarizedLog(
      options.log ?? EventLogOnSqlite.open(file('log.sqlite')),
      KeyStoreOnSqlite.open(file('keys.sqlite')),
      new KeyValueStoreOnSqlite(openSecretsFile(file('secrets.sqlite')), new ClockInMemory()),
      options,
    );
  }

  /** Appends events to a stream. */
  async append(stream: string, count: number): Promise<void> {
    const stored = await this.log.read(stream);
    const at = this.clock.now();
    const unsealed = Array.from({ length: count }, () => {
      const eventId = `event-${stream}-${stored.length + this.count++}-${randomUUID()}`;
      const metadata = {
        eventId,
        commandId: eventId,
        fingerprint: '',
        causationId: eventId,
        correlationId: eventId,
        actorId: 'asha',
        organizationId: 'org',
        at,
        capturedAt: at,
        on: at.slice(0, 10),
      };
      return { type: 'Counted', data: { number: this.count }, metadata };
    });
    const head = { hash: stored.at(-1)?.metadata.hash ?? '', key: undefined };
    const expected = NO_STREAM + stored.length;
    await this.log.append(
      stream,
      expected,
      await this.sealing.seal(stream, expected, unsealed, head),
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.log.close(), this.keys.close(), this.secrets.close()]);
  }
}
