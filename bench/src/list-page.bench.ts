import { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import { Connection } from './connection.js';
import { filled } from './filling.js';
import { type Row, percentile, row } from './table.js';

/** A page of 12, filtered by status and assignee, with its total: what it costs must not grow with the organization. */
export async function listPage({ leads, say }: { readonly leads: number; readonly say: (line: string) => void }): Promise<readonly Row[]> {
  const sizes = [1_000, leads];
  const servers: Product[] = [];
  try {
    const asked: {
      readonly size: number;
      readonly connection: Connection;
      readonly paths: readonly string[];
      readonly times: number[];
      readonly floor: number[];
    }[] = [];
    const rows: Row[] = [];
    for (const size of sizes) {
      const server = await Product.start();
      servers.push(server);
      const { people, perSecond } = await filled(server, size, (sent) => say(`filling ${size} leads: ${sent} commands sent`));
      rows.push(row('list', `filling ${size} leads through the door, 32 connections`, perSecond, 'commands/s'));
      const paths = people.reps.flatMap(({ id }) => ['New', 'Contacted', 'Quoted'].map((status) => `/api/leads?status=${status}&assignedTo=${id}`));
      asked.push({ size, connection: new Connection(server.url, cookieOf(people.admin)), paths, times: [], floor: [] });
    }
    // in turns, so that whatever else the machine does meets both
    for (let round = 0; round < 60; round++)
      for (const { connection, paths, times, floor } of asked)
        for (const [index, path] of paths.entries()) {
          const page = await connection.ask(path);
          const { items, total } = JSON.parse(page.text) as { readonly items: readonly unknown[]; readonly total: number };
          if (page.status !== 200 || items.length === 0 || total < items.length)
            throw new Error(`${path} was answered ${page.status}: ${page.text.slice(0, 300)}`);
          if (round < 5) continue; // warming up
          times.push(page.milliseconds);
          if (index % 4 === 0) floor.push((await connection.ask('/healthz')).milliseconds);
        }
    for (const { size, connection, times, floor } of asked) {
      connection.close();
      const beside = `p95 ${percentile(times, 95).toFixed(2)} ms; /healthz p50 ${percentile(floor, 50).toFixed(2)} ms`;
      rows.push(row('list', `page of 12 by status and assignee, ${size} leads, p50`, percentile(times, 50), 'ms', { beside }));
    }
    const [small, large] = asked.map(({ times }) => percentile(times, 50)) as [number, number];
    rows.push(row('list', `p50 of ${leads} to p50 of 1000`, large / small, '×', { atMost: 1.5 }));
    return rows;
  } finally {
    for (const server of servers) await server.dispose();
  }
}
