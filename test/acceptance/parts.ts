import { startWorlds } from '../servers/worlds.mjs';
import type { World } from '../servers/worlds.js';

let worlds: Promise<string> | undefined;

/** On the real servers: `PARTS=servers`. A run of many specs starts them once, and says in WORLDS where they are. */
export const isOnServers = process.env['PARTS'] === 'servers';

/** A world of servers of its own; see `test/servers/worlds.ts`. */
export async function newWorld(): Promise<World> {
  worlds ??= process.env['WORLDS'] ? Promise.resolve(process.env['WORLDS']) : startWorlds().then(({ url }) => url);
  const answer = await fetch(await worlds, { method: 'POST' });
  if (!answer.ok) throw new Error(`There is no world: ${await answer.text()}`);
  return (await answer.json()) as World;
}

/** What the environment of a product says of its parts: nothing where they are embedded. */
export const partsOfRun = async (): Promise<Partial<World>> => (isOnServers ? newWorld() : {});
