import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../common/clock.js';
import { BadConfig, type Config } from '../../common/config/config.js';
import { beforeAll } from '../../event-log/event-log.js';
import { type OpenOptions, type OpenParts, type PartName, openParts } from '../open-parts.js';
import { checkIsBeginning, copyLog } from './copy-log.js';

type Options = {
  readonly config: Config;
  readonly clock: Clock;
  readonly progress?: (events: number) => void;
  readonly print?: OpenOptions['print'];
};
type Moved = { readonly events: number; readonly secrets: number };
const stores = ['log', 'keys', 'secrets'] as const;
type Stores = Pick<OpenParts, (typeof stores)[number]>;

/**
 * Copies what the data folder holds to the servers. The folder stays as it is; an interrupted move
 * goes on when it is run again.
 * @throws BadConfig if there is nothing to move, or the servers hold something else
 * @throws Unavailable if a process runs on the folder, or a server is out of reach
 * @throws KeysMissing if the keys are not those of the log, or there are others on the server
 */
export async function moveToServers(options: Options): Promise<Moved> {
  const { dataDir } = checked(options.config);
  if (!existsSync(join(dataDir, 'log.sqlite')))
    throw new BadConfig(`There is no log in DATA_DIR ${dataDir}`);
  return withParts(folderOf(options.config), stores, options, async (from) => {
    // Before anything is written there, a name or a key.
    await withParts(options.config, ['log'], options, (to) => checkIsBeginning(from.log, to.log));
    return withParts(options.config, stores, options, (to) => copy(from, to, options));
  });
}

/**
 * Copies what the servers hold into a folder. The servers must not be written to meanwhile, and
 * stay as they are; an interrupted move goes on when it is run again.
 * @throws BadConfig if there is nothing to move, or the folder has been run on: its sessions may
 * have ended since
 * @throws Unavailable, KeysMissing as above
 */
export async function moveToFolder(options: Options): Promise<Moved> {
  const { dataDir } = checked(options.config);
  if (existsSync(join(dataDir, 'views.sqlite')))
    throw new BadConfig(
      `DATA_DIR ${dataDir} has been run on, so what is there may be older than the servers. Name a folder that is not there yet.`,
    );
  await withParts(options.config, ['log'], options, async ({ log }) => {
    if ((await log.head()) === beforeAll)
      throw new BadConfig('There is no event in the log at EVENTSTORE_URL');
  });
  return withParts(options.config, stores, options, (from) =>
    withParts(folderOf(options.config), stores, options, (to) => copy(from, to, options)),
  );
}

/**
 * Keys first, because events are encrypted with them. Checkpoints of reactors name positions in
 * their own log, and are not copied.
 */
async function copy(from: Stores, to: Stores, { progress }: Options): Promise<Moved> {
  const beginning = await checkIsBeginning(from.log, to.log); // Before a key goes there.
  await to.keys.copyFrom(from.keys, await from.log.identity(), await to.log.identity());
  let secrets = 0;
  for await (const { kind, id, value, expiresAt } of from.secrets.contents()) {
    if (kind === 'reactor') continue;
    await to.secrets.put(kind, id, value, { expected: 0, expiresAt }); // Existing values stay.
    secrets++;
  }
  return { secrets, events: await copyLog(from.log, to.log, beginning, progress) };
}

function checked(config: Config): Config {
  if (config.servers.eventStore === undefined || config.servers.mongo === undefined)
    throw new BadConfig(
      'Which servers? EVENTSTORE_URL and MONGO_URL are missing (and KEYS_URL, where keys have a server of their own).',
    );
  return config;
}

const folderOf = (config: Config): Config => ({
  ...config,
  servers: { ...config.servers, eventStore: undefined, mongo: undefined, keys: undefined },
});

async function withParts<Name extends PartName, Result>(
  config: Config,
  names: readonly Name[],
  { clock, print }: Options,
  work: (parts: Pick<OpenParts, Name>) => Promise<Result>,
): Promise<Result> {
  const { close, ...parts } = await openParts(config, names, {
    clock,
    print,
    jobFailed: () => {},
    onTrouble: () => {},
    unchecked: true,
  });
  try {
    return await work(parts as unknown as Pick<OpenParts, Name>);
  } finally {
    await close();
  }
}
