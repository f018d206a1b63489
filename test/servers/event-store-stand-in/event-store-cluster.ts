import { findFreePort } from '../../acceptance/product/product.js';
import { until } from '../../acceptance/product/until.js';
import type { ClusterOptions, Node } from './cluster.js';
import { EventStoreProcess } from './event-store-process.js';

type Options = Partial<Omit<ClusterOptions, 'nodes'>> & { readonly callMs?: number };

/** Three nodes on one file, each in a process of its own. */
export class EventStoreCluster {
  private constructor(
    readonly nodes: readonly EventStoreProcess[],
    readonly url: string,
  ) {}

  /** Resolves when a node leads. */
  static async start(
    path: string,
    { silenceMs = 2_000, electionMs = 300, callMs = 0 }: Options = {},
  ): Promise<EventStoreCluster> {
    const nodes: Node[] = [];
    while (nodes.length < 3)
      nodes.push({ port: await findFreePort(), controlPort: await findFreePort() });
    const cluster = { nodes, silenceMs, electionMs };
    const starts = await Promise.allSettled(
      nodes.map((node) => EventStoreProcess.start(path, { ...node, cluster, callMs })),
    );
    const processes = starts.flatMap((start) => (start.status === 'fulfilled' ? start.value : []));
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const started = new EventStoreCluster(processes, `esdb://${hosts}?tls=false`);
    try {
      for (const start of starts) if (start.status === 'rejected') throw start.reason;
      await started.findLeader();
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  /** Waits for a leader. Nodes that do not answer are skipped. */
  findLeader(): Promise<EventStoreProcess> {
    const findLeadingNode = () => {
      const states = this.nodes.map(async (node) =>
        (await node.readState()).isLeading ? node : Promise.reject(new Error('it follows')),
      );
      return Promise.any(states).catch(() => undefined);
    };
    return until(findLeadingNode, { withinMs: 60_000, everyMs: 50, what: () => 'a node to lead' });
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
  }
}
