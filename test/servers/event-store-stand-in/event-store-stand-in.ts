import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import { append, batchAppend, delayCall, notReady, refusal } from './appending.js';
import { ClusterNode, type ClusterOptions } from './cluster.js';
import { type Faults, takeFault, noFaults } from './faults.js';
import { type OpenSubscriptions, type ReadCall, isBackwards, read } from './reading.js';
import { Store } from './store.js';
import { nameOf } from './wire.js';

/**
 * Stand-in for EventStoreDB in tests. It speaks the protocol by the client's own service
 * definitions, and follows the server's documented rules: expected revisions and repeated appends,
 * revision errors, the order of `$all`, reads and subscriptions from a position (refused at a
 * position without an event), live readers that are dropped 32 events behind, 1 MiB per append,
 * checkpoints, system streams, and soft-deleted streams. It has no hard deletion and no
 * projections.
 *
 * A single node always leads. In a cluster (`cluster.ts`) nodes elect, answer `NotLeader` with the
 * leader's endpoint or "not ready", and can be killed, frozen or cut off. Unlike real nodes they
 * share one file, so that none lags behind, and a follower answers no reads.
 *
 * Compared with EventStoreDB 23.10.8, 4,000 random appends and 9,600 of 64 writers were answered
 * alike, except for repeated ids under `any` and `stream_exists`, which the product never uses. The
 * same specs run on a real server if EVENTSTORE_URL is set.
 *
 * Each call first waits `callMs`, because a real server takes 1 to 3 ms. Answered appends are on
 * the disk, so the process may be killed. `faults` injects faults.
 */
export class EventStoreStandIn {
  readonly faults: Faults = { ...noFaults };
  private readonly openSubscriptions: OpenSubscriptions = new Set();
  /** Number of received calls of any kind. */
  calls = 0;
  /** Sum of the delays of all calls; timers are late on a busy machine. */
  waitedMs = 0;
  readonly callCounts: CallCounts = {
    appends: 0,
    streamReads: 0,
    logReads: 0,
    endReads: 0,
    subscriptions: 0,
  };
  private readonly node: ClusterNode | undefined;

  private constructor(
    private readonly server: grpc.Server,
    readonly store: Store,
    readonly port: number,
    private readonly options: StandInOptions,
  ) {
    this.node = options.cluster && new ClusterNode(store, port, options.cluster);
  }

  static async start(path: string, options: StandInOptions = {}): Promise<EventStoreStandIn> {
    const { port = 0, protection, cluster } = options;
    const store = await Store.open(path);
    const server = new grpc.Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    const credentials = protection
      ? grpc.ServerCredentials.createSsl(null, [
          { cert_chain: protection.certificate, private_key: protection.key },
        ])
      : grpc.ServerCredentials.createInsecure();
    const listeningPort = await new Promise<number>((resolve, reject) =>
      server.bindAsync(`127.0.0.1:${port}`, credentials, (error, boundPort) =>
        error ? reject(error) : resolve(boundPort),
      ),
    );
    const standIn = new EventStoreStandIn(server, store, listeningPort, options);
    standIn.serve();
    if (cluster) standIn.node!.start();
    else await store.becomeLeader(listeningPort);
    return standIn;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  get subscriptions(): number {
    return this.openSubscriptions.size;
  }

  get isLeading(): boolean {
    return this.node ? this.node.standing.isLeading : true;
  }

  get isCut(): boolean {
    return this.node?.isCut === true;
  }

  /** Cuts the node off from the other nodes, or connects it again. Clients still reach it. */
  cut(isCut: boolean): void {
    this.node!.isCut = isCut;
  }

  /** Number of open subscriptions that are silenced. */
  get mutedCount(): number {
    return [...this.openSubscriptions].filter(({ muted }) => muted).length;
  }

  /** Ends all subscriptions without an error. */
  endSubscriptions(): void {
    for (const { call } of this.openSubscriptions) call.end();
  }

  /** Silences the open subscriptions; new ones are delivered. */
  mute(): void {
    for (const subscription of this.openSubscriptions) subscription.muted = true;
  }

  async stop(): Promise<void> {
    this.node?.stop();
    this.server.forceShutdown();
    await this.store.close();
  }

  private serve(): void {
    const { store, faults, openSubscriptions } = this;
    const {
      append: appendMethod,
      batchAppend: batchMethod,
      read: readMethod,
      delete: deleteMethod,
    } = StreamsService;
    this.server.addService(
      { read: readMethod, append: appendMethod, batchAppend: batchMethod, delete: deleteMethod },
      {
        delete: (call: Emitter, reply: unknown) => sendRefusal(call, reply, forbidden),
        read: this.handleUnlessRefused(read(store, faults, openSubscriptions), callKindOf),
        append: this.handleUnlessRefused(
          append(store, faults, (stream) => {
            if (this.options.protection && isSystemStream(stream)) return forbidden;
            return this.isCut ? 'never' : undefined;
          }),
          () => 'appends',
        ),
        batchAppend: this.handleUnlessRefused(batchAppend(store, faults, this.options.callMs ?? 0)),
      },
    );
    this.server.addService(GossipService, {
      read: (
        _: grpc.ServerUnaryCall<unknown, unknown>,
        reply: grpc.sendUnaryData<gossip.ClusterInfo>,
      ) =>
        faults.refuse
          ? reply(unavailable)
          : reply(
              null,
              clusterOf(
                this.node?.members ?? [{ port: this.port, isAlive: true, isLeading: true }],
              ),
            ),
    });
    this.server.addService(ServerFeaturesService, {
      getSupportedMethods: this.handleUnlessRefused(
        (_: unknown, reply: grpc.sendUnaryData<unknown>) => {
          if (takeFault(faults, 'failCapabilities'))
            return reply(refusal(grpc.status.UNKNOWN, {}, 'the first question fails'));
          reply(null, supportedMethods());
        },
      ),
    });
  }

  /** Delays or refuses a call as the faults say, else handles it. Every call goes through here. */
  private handleUnlessRefused<Call extends Emitter, Reply extends readonly unknown[]>(
    handle: (call: Call, ...reply: Reply) => void,
    kind?: (call: Call) => keyof CallCounts,
  ) {
    return (call: Call, ...reply: Reply) => {
      const refusedWith = this.refusalOf(call);
      if (refusedWith) return sendRefusal(call, reply[0], refusedWith);
      this.calls++;
      if (kind) this.callCounts[kind(call)]++;
      const { delayMs } = this.faults;
      const startedAt = performance.now();
      void delayCall((this.options.callMs ?? 0) + delayMs).then(() => {
        this.waitedMs += performance.now() - startedAt;
        handle(call, ...reply);
      });
    };
  }

  private refusalOf({ metadata, request }: Emitter): object | undefined {
    const { faults, options, node } = this;
    if (faults.refuse) return unavailable;
    if (faults.noLeader) return notReady;
    if (
      options.protection &&
      metadata.get('authorization')[0] !== basicAuthorization(options.protection)
    )
      return unauthenticated;
    const stream =
      request instanceof streams.ReadReq
        ? request.getOptions()?.getStream()?.getStreamIdentifier()
        : undefined;
    if (options.protection && stream && isSystemStream(nameOf(stream))) return forbidden;
    if (!node) return undefined;
    const { isLeading, leader } = node.standing;
    return isLeading ? undefined : leader === 0 ? notReady : notLeader(leader);
  }
}

export type StandInOptions = {
  /** Default: any free port. */
  readonly port?: number;
  /** Requires TLS and these credentials. */
  readonly protection?: Credentials;
  /** Average delay of a call in milliseconds. */
  readonly callMs?: number;
  readonly cluster?: ClusterOptions;
};

/** Numbers of received calls: reads of streams, of the log, and backwards from its end. */
export type CallCounts = Record<
  'appends' | 'streamReads' | 'logReads' | 'endReads' | 'subscriptions',
  number
>;

function callKindOf({ request }: ReadCall): keyof CallCounts {
  const options = request.getOptions()!;
  if (options.hasSubscription()) return 'subscriptions';
  if (!options.hasAll()) return 'streamReads';
  return isBackwards(options) ? 'endReads' : 'logReads';
}

/**
 * Certificate and credentials of a protected server. The user has only the rights that the product
 * needs: to read `$all`, and to read and append to streams other than the server's own.
 */
type Credentials = {
  readonly certificate: Buffer;
  readonly key: Buffer;
  readonly user: string;
  readonly password: string;
};
const isSystemStream = (stream: string) => stream.startsWith('$');
const basicAuthorization = ({ user, password }: Credentials) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

type Emitter = {
  readonly metadata: grpc.Metadata;
  readonly request?: unknown;
  emit(name: 'error', error: object): unknown;
};

const unavailable = refusal(grpc.status.UNAVAILABLE, {}, 'the stand-in is told to be away');
const notLeader = (port: number) =>
  refusal(
    grpc.status.NOT_FOUND,
    {
      exception: 'not-leader',
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': String(port),
    },
    'Leader info available',
  );
const forbidden = refusal(
  grpc.status.PERMISSION_DENIED,
  { exception: 'access-denied' },
  'Access Denied',
);
const unauthenticated = refusal(
  grpc.status.UNAUTHENTICATED,
  {},
  'the stand-in asks for a password',
);

function sendRefusal(call: Emitter, reply: unknown, error: object): void {
  if (typeof reply === 'function') reply(error);
  else call.emit('error', error);
}

function clusterOf(members: ClusterNode['members']) {
  const cluster = new gossip.ClusterInfo();
  for (const { port, isAlive, isLeading } of members) {
    const endpoint = new gossip.EndPoint();
    endpoint.setAddress('127.0.0.1');
    endpoint.setPort(port);
    const id = new shared.UUID();
    id.setString(randomUUID());
    const member = new gossip.MemberInfo();
    member.setInstanceId(id);
    member.setTimeStamp('0');
    const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
    member.setState(isLeading ? LEADER : FOLLOWER);
    member.setIsAlive(isAlive);
    member.setHttpEndPoint(endpoint);
    cluster.addMembers(member);
  }
  return cluster;
}

function supportedMethods() {
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
