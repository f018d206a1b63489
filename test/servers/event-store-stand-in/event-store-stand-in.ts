import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { setTimeout as later } from 'node:timers/promises';
import { append, batchAppend, refusal } from './appending.js';
import { type Faults, due, noFaults } from './faults.js';
import { type Open, read } from './reading.js';
import { Store } from './store.js';

/**
 * A STAND-IN for EventStoreDB, for tests: it speaks the protocol by the client's own service definitions and follows the
 * server's documented rules (what an append finds at a revision and when it is the same append, revision errors, the order
 * of `$all`, reads from a place on and subscriptions behind it, 1 MiB an append, checkpoints, system streams). It has no
 * users, no deletes, no projections and no cluster. How true it is to a real server was not checked: none was at hand. The
 * same specs run on a real one where EVENTSTORE_URL is set.
 *
 * What it has answered is on the disk, so it may be killed; what it does wrong on purpose is in `faults`.
 */
export class EventStoreStandIn {
  readonly faults: Faults = { ...noFaults };
  private readonly open: Open = new Set();

  private constructor(
    private readonly server: grpc.Server,
    readonly store: Store,
    readonly port: number,
  ) {}

  /** @param port 0 for any that is free */
  static async start(path: string, port = 0): Promise<EventStoreStandIn> {
    const store = await Store.open(path);
    const server = new grpc.Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    const bound = await new Promise<number>((resolve, reject) =>
      server.bindAsync(`127.0.0.1:${port}`, grpc.ServerCredentials.createInsecure(), (error, taken) => (error ? reject(error) : resolve(taken))),
    );
    const standIn = new EventStoreStandIn(server, store, bound);
    standIn.serve();
    return standIn;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  get subscriptions(): number {
    return this.open.size;
  }

  /** Ends what is open without a word of why. */
  endSubscriptions(): void {
    for (const { call } of this.open) call.end();
  }

  /** Those that are open stay so and get nothing any more; new ones do. */
  mute(): void {
    for (const subscription of this.open) subscription.muted = true;
  }

  async stop(): Promise<void> {
    this.server.forceShutdown();
    await this.store.close();
  }

  private serve(): void {
    const { store, faults, open } = this;
    const { append: appendMethod, batchAppend: batchMethod, read: readMethod } = StreamsService;
    this.server.addService(
      { read: readMethod, append: appendMethod, batchAppend: batchMethod },
      {
        read: this.unlessRefused(read(store, faults, open)),
        append: this.unlessRefused(append(store, faults)),
        batchAppend: this.unlessRefused(batchAppend(store, faults)),
      },
    );
    this.server.addService(ServerFeaturesService, {
      getSupportedMethods: this.unlessRefused((_: unknown, reply: grpc.sendUnaryData<unknown>) => {
        if (due(faults, 'failCapabilities')) return reply(refusal(grpc.status.UNKNOWN, {}, 'the first question fails'));
        reply(null, supported());
      }),
    });
  }

  /** Every call goes through here, so that it can be late or refused. */
  private unlessRefused<Call extends Emitter, Reply extends readonly unknown[]>(handle: (call: Call, ...reply: Reply) => void) {
    return (call: Call, ...reply: Reply) => {
      const { delayMs, refuse } = this.faults;
      if (refuse) return refused(call, reply[0]);
      if (delayMs > 0) return void later(delayMs).then(() => handle(call, ...reply));
      handle(call, ...reply);
    };
  }
}

type Emitter = { emit(name: 'error', error: object): unknown };

function refused(call: Emitter, reply: unknown): void {
  const error = refusal(grpc.status.UNAVAILABLE, {}, 'the stand-in is told to be away');
  if (typeof reply === 'function') reply(error);
  else call.emit('error', error);
}

function supported() {
  const methods = new features.SupportedMethods();
  methods.setEventStoreServerVersion('22.10.5-stand-in');
  for (const name of ['read', 'append', 'batchappend']) {
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    methods.addMethods(method);
  }
  return methods;
}
