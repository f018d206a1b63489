import { startServerPool } from '../../servers/programs/server-pool.mjs';
import type { ServerAddresses } from '../../servers/programs/server-pool.js';

let serverPool: Promise<string> | undefined;

/**
 * On the real servers: `PARTS=servers`. A run of many specs starts them once, and says in
 * SERVER_POOL where they are.
 */
export const isOnServers = process.env['PARTS'] === 'servers';

/** Databases, a log and files that nobody else uses; see `test/servers/programs/server-pool.ts`. */
export async function allocateServers(): Promise<ServerAddresses> {
  serverPool ??= process.env['SERVER_POOL']
    ? Promise.resolve(process.env['SERVER_POOL'])
    : startServerPool().then(({ url }) => url);
  const answer = await fetch(await serverPool, { method: 'POST' });
  if (!answer.ok) throw new Error(`No servers could be allocated: ${await answer.text()}`);
  return (await answer.json()) as ServerAddresses;
}

/** Allocates the addresses for a product's environment; none where its parts are embedded. */
export const serversOfRun = async (): Promise<Partial<ServerAddresses>> =>
  isOnServers ? allocateServers() : {};
