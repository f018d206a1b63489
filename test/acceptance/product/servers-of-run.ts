import { startServerPool } from '../../servers/programs/server-pool.mjs';
import type { ServerAddresses } from '../../servers/programs/server-pool.js';

let serverPool: Promise<string> | undefined;

/**
 * Real servers, with `PARTS=servers`. A run of many specs starts them once and names them in
 * SERVER_POOL.
 */
export const isOnServers = process.env['PARTS'] === 'servers';

/** Own databases, log and files; see `test/servers/programs/server-pool.ts`. */
export async function allocateServers(): Promise<ServerAddresses> {
  serverPool ??= process.env['SERVER_POOL']
    ? Promise.resolve(process.env['SERVER_POOL'])
    : startServerPool().then(({ url }) => url);
  const answer = await fetch(await serverPool, { method: 'POST' });
  if (!answer.ok) throw new Error(`No servers could be allocated: ${await answer.text()}`);
  return (await answer.json()) as ServerAddresses;
}

/** Server addresses for a product's environment; none if its parts are embedded. */
export const findServersOfRun = async (): Promise<Partial<ServerAddresses>> =>
  isOnServers ? allocateServers() : {};
