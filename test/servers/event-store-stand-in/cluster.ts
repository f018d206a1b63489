import { performance } from 'node:perf_hooks';
import type { Store } from './store.js';

/** Ports of a node: `port` for clients, `controlPort` for the other nodes. */
export type Node = { readonly port: number; readonly controlPort: number };
export type ClusterOptions = {
  readonly nodes: readonly Node[];
  /** Time without an answer to other nodes after which a node counts as dead. */
  readonly silenceMs: number;
  /** Time without a leader after which nodes elect one. */
  readonly electionMs: number;
};

/** Role of a node in its cluster. `leader` is a port; 0 means that there is none. */
export type NodeStanding = { readonly isLeading: boolean; readonly leader: number };

const ROUND_MS = 50;

/**
 * Knows which nodes of the cluster are alive and which one leads, as seen by one node. Nodes ask
 * each other over HTTP; the shared file names the leader. Nodes elect only while a majority is
 * alive; the candidate is the living node with the lowest port.
 */
export class ClusterNode {
  private readonly heardAt = new Map<number, number>();
  /** Port of the node that claims to lead the newest term; 0 if none does. */
  private newestLeader = 0;
  private leaderlessSince: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isInRound = false;
  /** Cuts the node off from all others. Clients still reach it. */
  isCut = false;

  constructor(
    private readonly store: Store,
    private readonly ownPort: number,
    private readonly options: ClusterOptions,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.askOthersOnce(), ROUND_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  get standing(): NodeStanding {
    const { store, ownPort } = this;
    if (!this.hasMajority()) return { isLeading: false, leader: 0 };
    if (store.isLeading) return { isLeading: true, leader: ownPort };
    return {
      isLeading: false,
      leader:
        this.newestLeader === store.leader && this.isAlive(this.newestLeader)
          ? this.newestLeader
          : 0,
    };
  }

  /** Cluster members as gossip reports them to clients. */
  get members(): readonly {
    readonly port: number;
    readonly isAlive: boolean;
    readonly isLeading: boolean;
  }[] {
    const { leader } = this.standing;
    return this.options.nodes.map(({ port }) => ({
      port,
      isAlive: this.isAlive(port),
      isLeading: port === leader,
    }));
  }

  isAlive(port: number): boolean {
    return (
      port === this.ownPort ||
      performance.now() - (this.heardAt.get(port) ?? -Infinity) < this.options.silenceMs
    );
  }

  private hasMajority(): boolean {
    const { nodes } = this.options;
    return nodes.filter(({ port }) => this.isAlive(port)).length > nodes.length / 2;
  }

  private async askOthersOnce(): Promise<void> {
    if (this.isCut || this.isInRound) return;
    this.isInRound = true;
    await this.store.readAsFollower();
    await Promise.all(
      this.options.nodes.filter(({ port }) => port !== this.ownPort).map((node) => this.ask(node)),
    );
    await this.electIfDue();
    this.isInRound = false;
  }

  private async ask({ port, controlPort }: Node): Promise<void> {
    try {
      const answer = await fetch(`http://127.0.0.1:${controlPort}/alive`, {
        signal: AbortSignal.timeout(this.options.silenceMs / 2),
      });
      const { term, isLeading } = (await answer.json()) as { term: number; isLeading: boolean };
      if (this.isCut) return;
      this.heardAt.set(port, performance.now());
      if (isLeading && term === this.store.term) this.newestLeader = port;
      else if (this.newestLeader === port) this.newestLeader = 0;
    } catch (error) {
      // A closed port refuses at once, which shows sooner than silence that a node is dead.
      if ((error as { cause?: { code?: unknown } }).cause?.code === 'ECONNREFUSED')
        this.heardAt.delete(port);
    }
  }

  private async electIfDue(): Promise<void> {
    const { isLeading, leader } = this.standing;
    if (isLeading || leader !== 0 || !this.hasMajority()) {
      this.leaderlessSince = undefined;
      return;
    }
    this.leaderlessSince ??= performance.now();
    const isFirst = this.store.term === 0;
    const isDue = isFirst || performance.now() - this.leaderlessSince >= this.options.electionMs;
    const lowestPort = Math.min(
      ...this.options.nodes.map(({ port }) => port).filter((port) => this.isAlive(port)),
    );
    if (isDue && lowestPort === this.ownPort) await this.store.becomeLeader(this.ownPort);
  }
}
