import { Sessions } from '#backend/auth/sessions/sessions.js';
import type { JobName } from '#domain/jobs.js';
import { aggregates, commandDefinitions, domain, typesOfStream } from '#domain/aggregates.js';
import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import type { FileKind, FileUse } from '#domain/kernel/files/files.js';
import { organizationAggregate } from '#domain/organizations/organization.aggregate.js';
import { Refusal } from '#domain/kernel/refusal.js';
import { addMilliseconds, Clock } from '#platform/common/clock.js';
import { Config } from '#platform/common/config/config.js';
import { BEFORE_ALL, EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { fileKey, FileRecords } from '#platform/files/file-records.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { Messages, type OutgoingMessage } from '#platform/integrations/messages/messages.js';
import {
  PushSubscriptions,
  type SubscribedBrowser,
} from '#platform/integrations/push/push-subscriptions.js';
import { type PushMessage, WebPush } from '#platform/integrations/push/web-push.js';
import type { Job, JobData } from '#platform/jobs/job-queue/job-queue.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';
import { runReactor } from '#platform/jobs/reactors/reactor-running.js';
import { ReactorsHealth } from '#platform/jobs/reactors/reactors-health.js';
import { ReadSide } from '#platform/live/read-side.js';
import { Notary } from '#platform/notary/notary.js';
import { Logger } from '#platform/process/logger.js';
import { type ViewQuery, type View, Views } from '#platform/read-side/read-store/views.js';
import { HmacKey, type KeyStore } from '#platform/sealing/key-store/key-store.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { KeyValueStoreOnSqlite } from '#platform/storage/key-value-store/key-value-store-on-sqlite.js';
import { openSecretsFile } from '#platform/storage/key-value-store/secrets-file.js';
import { EventLogInMemory } from '#platform/testing/in-memory/event-log-in-memory.js';
import { KeyStoreInMemory } from '#platform/testing/in-memory/key-store-in-memory.js';
import { project } from '#platform/testing/project.js';
import { Claims } from '#platform/write-side/claims.js';
import { Eraser } from '#platform/write-side/erasing.js';
import { FoldedStreams } from '#platform/write-side/folded-streams.js';
import { Organizations } from '#platform/write-side/permission.js';
import { commandSender } from '#platform/testing/send-command.js';
import { CommandSender } from '#platform/write-side/command-bus.js';
import { createWriteSide } from '#platform/write-side/write-side.js';
import { allProjections } from '#projections/all-projections.js';
import { InternalCommands } from '#workers/internal-commands.js';
import type { JobHandler } from '#workers/job-handler.js';
import { jobHandlers } from '#workers/job-handlers.js';
import { PdfMaker } from '#workers/documents/pdf-maker.js';
import { reactors, readers } from '#workers/workers.module.js';
import { Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, NestFactory } from '@nestjs/core';
import { join } from 'node:path';
import {
  type DeclaredDifference,
  pendingInvitations,
  replacesLast,
  comparablePushes,
  withoutDeclaredDifferences,
} from './declared-differences.js';
import { CallMeter, MeteredLog } from '../round-trips/call-meter.js';
import { GatedLog } from './gated-log.js';

export type Outcome = {
  readonly [
    Part in
      'answers' | 'streams' | 'jobs' | 'messages' | 'browsers' | 'pushed' | 'files' | 'removed'
  ]: unknown;
} & {
  readonly pushed: readonly string[];
};
export type SentCommand = {
  readonly id: string;
  readonly actorId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
};

type Subscriber = Pick<SubscribedBrowser, 'owner' | 'organizationId' | 'topics'>;

/** Browser of one member only. */
export const phoneOf = (member: string): string => `phone of ${member}`;

type WorldOptions = {
  /** World with restored log and keys, without its secrets. */
  readonly backup?: World;
  readonly log?: EventLog;
  /** Counts log calls. */
  readonly meter?: CallMeter;
};

const MONTH_MS = 30 * 24 * 60 * 60_000;

@Module({})
class WorkersOfWorld {}

/**
 * Write side, all reactors and all jobs of the product on one log in memory. Each reactor advances
 * on request.
 */
export class World {
  private readonly log: EventLog;
  private readonly keys: KeyStore;
  private readonly meter: CallMeter;
  readonly answers: (string | undefined)[] = [];
  readonly messages: OutgoingMessage[] = [];
  readonly pushed: (Pick<PushMessage, 'tag'> & {
    readonly browser: string;
    readonly holder: string | undefined;
  })[] = [];
  /** Browsers with their latest sessions. */
  private readonly browsers = new Map<
    string,
    { readonly holder: string; readonly sessionId: string; readonly subscribed: Subscriber }
  >();
  /** Keys of removed files. */
  readonly removedFileKeys = new Set<string>();
  private readonly pdfs = new Set<string>();
  private readonly gates = new Map<string, GatedLog>();
  private readonly handlers: Record<string, (job: Job) => Promise<void>> = {};
  private readonly jobs = new Map<string, Job & { done?: true }>();
  private readonly stopping = new AbortController();
  private running: readonly Promise<void>[] = [];
  private readonly closeFunctions: (() => Promise<void> | void)[] = [];
  private sealing!: Sealing;
  private records!: FileRecords;
  private sessions!: Sessions;
  private subscriptions!: PushSubscriptions;
  private sendCommand!: ReturnType<typeof commandSender>;
  private folded!: FoldedStreams;
  troubles: unknown[] = [];

  private constructor(
    private readonly now: () => string,
    { backup, log = backup?.log ?? new EventLogInMemory(), meter }: WorldOptions,
  ) {
    this.log = log;
    this.keys = backup?.keys ?? new KeyStoreInMemory();
    this.meter = meter ?? new CallMeter(() => 0);
  }

  static async open(
    folder: string,
    name: string,
    now: () => string,
    options: WorldOptions = {},
  ): Promise<World> {
    const world = new World(now, options);
    await world.start(join(folder, `${name}.sqlite`));
    return world;
  }

  private async start(file: string): Promise<void> {
    const { now, meter } = this;
    const log = new MeteredLog(this.log, meter);
    const clock: Clock = { now, pause: () => new Promise(setImmediate) };
    const secretsFile = openSecretsFile(file);
    this.closeFunctions.push(() => secretsFile.close());
    const secrets = new KeyValueStoreOnSqlite(secretsFile, clock);
    const writeSide = await createWriteSide({
      domain,
      log,
      secrets,
      clock,
      keys: this.keys,
    });
    ({ sealing: this.sealing, folded: this.folded } = writeSide);
    const send = commandSender(domain, writeSide.commands);
    this.sendCommand = (request) =>
      meter.runCounted({ kind: 'command', name: request.command.type, id: request.id }, () =>
        send(request),
      );
    this.records = new FileRecords(secrets);
    this.sessions = new Sessions(secrets, clock);
    this.subscriptions = new PushSubscriptions(secrets);
    const health = new ReactorsHealth();
    const providedValues: readonly (readonly [unknown, unknown])[] = [
      [EventLog, log] as const,
      [Clock, clock] as const,
      [KeyValueStore, secrets] as const,
      [FileRecords, this.records] as const,
      [Sealing, writeSide.sealing] as const,
      [FoldedStreams, writeSide.folded] as const,
      [Eraser, writeSide.eraser] as const,
      [CommandSender, { send: this.sendCommand }] as const,
      [Organizations, writeSide.organizations] as const,
      [Claims, writeSide.claims] as const,
      [HmacKey, writeSide.hmacKey],
      [ReadSide, { waitFor: async () => true }],
      [Views, { readPages: this.readPages.bind(this) }],
      [
        Messages,
        { send: async (_: string, message: OutgoingMessage) => void this.messages.push(message) },
      ],
      [
        FileStore,
        {
          remove: async (key: string) => void this.removedFileKeys.add(key),
          stat: async () => ({ bytes: 1, contentType: '' }),
          put: async (key: string, _: unknown, type: string) =>
            void (type === 'application/pdf' && this.pdfs.add(key)),
          read: async () => undefined,
        },
      ],
      [PdfMaker, { make: async () => ({ pdf: Buffer.from('%PDF-1.7'), missing: [] }) }],
      [Notary, { checkpoints: { findBefore: async () => undefined } }],
      [WebPush, { send: this.push.bind(this) }],
      [Config, { publicUrl: 'https://crm.example.com' }],
      [Logger, { warn: () => undefined, error: () => undefined }],
    ];
    const providers = [...reactors, ...Object.values(jobHandlers), ...readers, PushSubscriptions];
    const app = await NestFactory.createApplicationContext(
      {
        module: WorkersOfWorld,
        imports: [DiscoveryModule],
        providers: [
          ...providers,
          ...providedValues.map(([provide, useValue]) => ({ provide: provide as never, useValue })),
        ],
      },
      { logger: false, abortOnError: false },
    );
    this.closeFunctions.push(() => app.close());
    const discovery = app.get(DiscoveryService);
    for (const [name, type] of Object.entries(jobHandlers))
      this.handlers[name] = (job) =>
        meter.runCounted({ kind: 'job', name, id: job.id }, () =>
          app.get<JobHandler<JobName>>(type).handle(job as never),
        );
    const allReactors = discovery
      .getProviders({ metadataKey: EventReactor.KEY })
      .map(({ instance }) => instance as Reactor<never>);
    const internalCommands = app.get(InternalCommands);
    this.running = allReactors.map((reactor) => {
      const { name, events, readsWholeLog } = reactor;
      const gate = new GatedLog(this.log);
      this.gates.set(name, gate);
      let handledEvent = { type: '', id: '' };
      const meteredSubject = () =>
        ({ kind: 'event', name: handledEvent.type, id: `${handledEvent.id} ${name}` }) as const;
      return runReactor(
        {
          name,
          events,
          readsWholeLog,
          react: (event: RecordedEvent) => {
            handledEvent = { type: event.type, id: event.metadata.eventId };
            return meter.runCounted(meteredSubject(), async () => reactor.react(event as never));
          },
        } as Reactor<never>,
        {
          log: gate,
          sealing: writeSide.sealing,
          secrets,
          clock,
          typesOf: typesOfStream,
          health,
          names: allReactors.map(({ name }) => name),
          jobs: {
            readIdentity: async () => 'a queue',
            readDepth: async () => ({ waiting: 0, delayed: 0, active: 0, failed: 0 }),
            add: async (job, id, data) => this.addJob(job, id, data),
          },
          send: (command) =>
            meter.runCounted(meteredSubject(), () => internalCommands.send(command as never)),
          onTrouble: (_, error) => this.troubles.push(error),
          pollMilliseconds: 2 ** 30,
        },
        this.stopping.signal,
      );
    });
    for (const gate of this.gates.values()) await gate.untilSubscribed();
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
    for (const close of this.closeFunctions.toReversed()) await close();
  }

  /** Sends a person's command; a refusal is an answer. */
  async send(
    { id, actorId, type, data }: SentCommand,
    organizationId: string | undefined,
  ): Promise<void> {
    const internal =
      commandDefinitions[type]!.may === 'internal' ? { internal: true as const } : {};
    try {
      const parsed = commandDefinitions[type]!.data.parse(data);
      await this.sendCommand({
        id,
        actorId,
        organizationId,
        command: { type, data: parsed as object },
        ...internal,
      });
      this.answers.push(undefined);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.answers.push(`${type}: ${error.code}`);
    }
  }

  async readInviteCode(organizationId: string): Promise<string> {
    const { state } = await this.folded.load(
      organizationAggregate,
      `organization-${organizationId}`,
    );
    return state.phase === 'founded' ? state.inviteCode : '';
  }

  /** Adds a file as uploaded by its owner. */
  async upload(
    fileId: string,
    owner: string,
    organizationId: string,
    kind: FileKind,
  ): Promise<void> {
    const createdAt = this.now();
    await this.records.add(fileKey(organizationId, fileId), {
      owner,
      organizationId,
      kind,
      contentType: '',
      bytes: 1,
      uploadedSha256: '',
      createdAt,
    });
  }

  /** Signs a member in on a browser, and subscribes it to these types. */
  async subscribe(browser: string, subscribed: Subscriber): Promise<void> {
    const { owner, organizationId, topics } = subscribed;
    const sessionId = (await this.sessions.find(await this.sessions.start(owner, 'code')))!.id;
    this.browsers.set(browser, { holder: owner, sessionId, subscribed });
    const endpoint = { endpoint: browser, keys: { p256dh: browser, auth: '' } };
    await this.subscriptions.add(
      { ...endpoint, owner, organizationId, topics, sessionId, since: this.now() },
      addMilliseconds(this.now(), MONTH_MS),
    );
  }

  /** Signs the accounts of another world in, on the same browsers. */
  async signInAccountsOf({ browsers }: World): Promise<void> {
    for (const [browser, { subscribed }] of browsers) await this.subscribe(browser, subscribed);
  }

  async signOut(browser: string): Promise<void> {
    const sessionId = this.browsers.get(browser)?.sessionId;
    if (sessionId) await this.sessions.end(sessionId);
    this.browsers.delete(browser);
  }

  /** Parts that read single records. */
  get readingParts() {
    const { log, sealing, folded } = this;
    return { log, sealing, folded };
  }

  /** The whole log, decrypted. */
  async readEvents(): Promise<readonly RecordedEvent[]> {
    return this.sealing.open(await this.log.readAll(BEFORE_ALL, Number.MAX_SAFE_INTEGER));
  }

  get reactorNames(): readonly string[] {
    return [...this.gates.keys()];
  }

  /** Lets a reactor handle at most `maxEvents` events. */
  async advance(name: string, maxEvents: number): Promise<void> {
    const gate = this.gates.get(name)!;
    for (let handled = 0; handled < maxEvents && (await gate.hasNext()); handled++)
      await gate.handleNext();
  }

  /** Runs waiting jobs in order. */
  async runJobs(max: number): Promise<void> {
    for (const job of [...this.jobs.values()].filter(({ done }) => !done).slice(0, max)) {
      job.done = true;
      await this.handlers[job.name]!(job);
    }
  }

  /** Advances all reactors, and runs jobs unless told otherwise, until the log stops growing. */
  async drain({ jobs }: { readonly jobs: boolean } = { jobs: true }): Promise<void> {
    for (let lastPosition; lastPosition !== (await this.log.readLastPosition());) {
      lastPosition = await this.log.readLastPosition();
      for (const name of this.reactorNames) await this.advance(name, Infinity);
      if (jobs) await this.runJobs(Infinity);
    }
  }

  private addJob(name: string, id: string, data: JobData): void {
    if (!this.jobs.has(id)) this.jobs.set(id, { id, name, data, attempt: 1 });
  }

  private async push(
    { endpoint: browser }: SubscribedBrowser,
    { tag }: PushMessage,
  ): Promise<'sent'> {
    this.pushed.push({ browser, tag, holder: this.browsers.get(browser)?.holder });
    return 'sent';
  }

  /** Documents of one view, projected from the whole log. */
  private async *readPages({ name }: View, organizationId: string, { filter = {} }: ViewQuery) {
    const projection = allProjections.find((each) => each.name === name)!;
    const { documents } = project(projection as never, await this.readEvents()) as {
      documents: Map<string, Record<string, unknown>>;
    };
    const conditions = Object.entries({ ...filter, organizationId });
    yield {
      documents: [...documents.values()].filter((document) =>
        conditions.every(([field, value]) => document[field] === value),
      ),
    };
  }

  /** Final visible state without positions, times, random values and declared differences. */
  async computeOutcome(declared: readonly DeclaredDifference[]): Promise<Outcome> {
    const decrypted = await this.readEvents();
    const streams = new Map<string, unknown>();
    for (const event of decrypted) {
      const aggregate = aggregates.find(({ category }) =>
        event.stream.startsWith(`${category}-`),
      ) as AnyAggregate | undefined;
      if (aggregate && Object.hasOwn(aggregate.events, event.type))
        streams.set(
          event.stream,
          aggregate.evolve(streams.get(event.stream) ?? aggregate.initialState, event),
        );
    }
    const comparable = [...streams].flatMap(([stream, state]) => {
      const compared = withoutDeclaredDifferences(stream, state, {
        streams,
        events: decrypted,
        declared,
      });
      return compared === undefined ? [] : [[stream, compared] as const];
    });
    const pushes = comparablePushes({ streams, events: decrypted, declared });
    return {
      answers: this.answers,
      streams: withoutRandomFields(Object.fromEntries(comparable)),
      // Pushes are compared separately.
      jobs: [...this.jobs.values()]
        .filter(({ name }) => name !== 'push-alert')
        .map(({ id }) => id)
        .toSorted(),
      messages: pendingInvitations(streams).filter((phone) =>
        this.messages.some(({ to }) => to === phone),
      ),
      browsers: await this.findSubscribedBrowsers(),
      pushed: this.pushed
        .filter(({ tag }, index) => !replacesLast(tag) || this.isFirstWithTag(index))
        .flatMap(({ browser, holder, tag }) => {
          const alert = pushes.get(`${tag} ${holder}`);
          if (!alert) return `${browser} of ${holder}: an alert of somebody else`;
          // Pushes go to current browsers; phones exist before the first alert.
          return alert.compared === undefined || browser !== phoneOf(holder!)
            ? []
            : `${browser} ${alert.compared}`;
        })
        .toSorted(),
      files: await this.readFileRecords(decrypted),
      // PDFs are left out: a late job makes none for an erased quotation, so that none has to be
      // removed.
      removed: [...this.removedFileKeys].filter((key) => !this.isKeyOfPdf(key)).toSorted(),
    };
  }

  /** Whether no push before `index` has the same tag, browser and holder. */
  private isFirstWithTag(index: number): boolean {
    const { tag, browser, holder } = this.pushed[index]!;
    const first = this.pushed.findIndex(
      (push) => push.tag === tag && push.browser === browser && push.holder === holder,
    );
    return first === index;
  }

  /** Whether a key is that of a PDF that was made, or of a smaller picture of one. */
  private isKeyOfPdf(key: string): boolean {
    return [...this.pdfs].some((pdf) => key.startsWith(pdf));
  }

  private async findSubscribedBrowsers(): Promise<readonly string[]> {
    const holders = new Set([...this.browsers.values()].map(({ holder }) => holder));
    const subscriptions = await Promise.all(
      [...holders].map((holder) => this.subscriptions.findByAccount(holder)),
    );
    return subscriptions
      .flat()
      .map(({ endpoint, owner }) => `${endpoint} of ${owner}`)
      .toSorted();
  }

  private async readFileRecords(events: readonly RecordedEvent[]): Promise<object> {
    const ids = new Set(
      JSON.stringify(events.map(({ data }) => data)).match(/[0-9a-f-]{36}/g) ?? [],
    );
    const organizations = new Set(events.map(({ metadata }) => metadata.organizationId));
    const usesOfFiles: [string, unknown][] = [];
    for (const organization of organizations)
      for (const id of ids) {
        const record = await this.records.find(fileKey(organization, id));
        if (record) usesOfFiles.push([id, pickUse(record)]);
      }
    return withoutRandomFields(Object.fromEntries(usesOfFiles)) as object;
  }
}

const pickUse = ({ claimedBy, leadId, usedBy, shownBy, publishedTo }: FileUse): FileUse =>
  ({ claimedBy, leadId, usedBy, shownBy, publishedTo }) as FileUse;

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/** Fields with random values or times. */
const randomFields = new Set(['inviteCode', 'formerCodes', 'slug', 'salt', 'linkToken']);

function withoutRandomFields(state: unknown): unknown {
  if (state instanceof Map)
    return withoutRandomFields(
      Object.fromEntries([...state].map(([key, value]) => [String(key), value])),
    );
  if (state instanceof Set) return [...state].map(withoutRandomFields).toSorted();
  if (Array.isArray(state)) return state.map(withoutRandomFields);
  if (typeof state !== 'object' || state === null) return state;
  const entries = Object.entries(state).filter(([key]) => !randomFields.has(key));
  return Object.fromEntries(
    entries
      .map(([key, value]): [string, unknown] => [key, withoutRandomFields(value)])
      .toSorted(byKey),
  );
}
