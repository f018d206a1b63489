import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import { append, batchAppend, refusal } from './appending.js';
import { type Faults, due, noFaults } from './faults.js';
import { type Open, read } from './reading.js';
import { Store } from './store.js';

/**
 * A STAND-IN for EventStoreDB, for tests: it speaks the protocol by the client's own service definitions and follows the
 * server's documented rules (what an append finds at a revision and when it is the same append, revision errors, the order
 * of `$all`, reads from a place on and subscriptions behind it, each refused at a place that is no event's, live readers who are 32 events
 * behind dropped, 1 MiB an append, checkpoints, system streams, streams that an operator deleted). It has no users, no
 * tombstones, no projections, and is a cluster of one. Beside EventStoreDB 23.10.8, 4,000 random appends and 9,600 of 64 writers were
 * answered alike, but for repeated ids under `any` and `stream_exists`, which we never ask for. It answers in no time, where a real one
 * takes 1 to 3 ms. The same specs run on a real one where EVENTSTORE_URL is set.
 *
 * What it has answered is on the disk, so it may be killed; what it does wrong on purpose is in `faults`.
 */
export class EventStoreStandIn {
  readonly faults: Faults = { ...noFaults };
  private readonly open: Open = new Set();
  /** How many it has taken, of whatever kind. */
  calls = 0;

  private constructor(
    private readonly server: grpc.Server,
    readonly store: Store,
    readonly port: number,
    private readonly closed: Credentials | undefined,
  ) {}

  /**
   * @param port 0 for any that is free
   * @param closed answers over TLS, and only who knows the password
   */
  static async start(path: string, port = 0, closed?: Credentials): Promise<EventStoreStandIn> {
    const store = await Store.open(path);
    const server = new grpc.Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    const credentials = closed
      ? grpc.ServerCredentials.createSsl(null, [{ cert_chain: closed.certificate, private_key: closed.key }])
      : grpc.ServerCredentials.createInsecure();
    const bound = await new Promise<number>((resolve, reject) =>
      server.bindAsync(`127.0.0.1:${port}`, credentials, (error, taken) => (error ? reject(error) : resolve(taken))),
    );
    const standIn = new EventStoreStandIn(server, store, bound, closed);
    standIn.serve();
    return standIn;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  get subscriptions(): number {
    return this.open.size;
  }

  /** Of those that are open, how many get nothing any more. */
  get muted(): number {
    return [...this.open].filter(({ muted }) => muted).length;
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
    this.server.addService(GossipService, {
      read: this.unlessRefused((_: unknown, reply: grpc.sendUnaryData<unknown>) => reply(null, leading(this.port))),
    });
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
      const { delayMs, refuse, noLeader } = this.faults;
      if (refuse) return refused(call, reply[0], unavailable);
      if (noLeader) return refused(call, reply[0], notReady);
      if (this.closed && call.metadata.get('authorization')[0] !== basic(this.closed)) return refused(call, reply[0], denied);
      this.calls++;
      if (delayMs > 0) return void later(delayMs).then(() => handle(call, ...reply));
      handle(call, ...reply);
    };
  }
}

/** Of a server that is not open to everybody. */
export type Credentials = { readonly certificate: Buffer; readonly key: Buffer; readonly user: string; readonly password: string };
const basic = ({ user, password }: Credentials) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

type Emitter = { readonly metadata: grpc.Metadata; emit(name: 'error', error: object): unknown };

const unavailable = refusal(grpc.status.UNAVAILABLE, {}, 'the stand-in is told to be away');
const notReady = refusal(grpc.status.UNAVAILABLE, {}, 'Server Is Not Ready');
const denied = refusal(grpc.status.UNAUTHENTICATED, {}, 'the stand-in asks for a password');

function refused(call: Emitter, reply: unknown, error: object): void {
  if (typeof reply === 'function') reply(error);
  else call.emit('error', error);
}

/** A cluster of one, which leads. */
function leading(port: number) {
  const endpoint = new gossip.EndPoint();
  endpoint.setAddress('127.0.0.1');
  endpoint.setPort(port);
  const id = new shared.UUID();
  id.setString(randomUUID());
  const member = new gossip.MemberInfo();
  member.setInstanceId(id);
  member.setTimeStamp('0');
  member.setState(gossip.MemberInfo.VNodeState.LEADER);
  member.setIsAlive(true);
  member.setHttpEndPoint(endpoint);
  const cluster = new gossip.ClusterInfo();
  cluster.addMembers(member);
  return cluster;
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
