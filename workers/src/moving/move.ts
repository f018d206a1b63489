import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#platform/common/clock.js';
import { BadConfig, type Config } from '#platform/common/config/config.js';
import { BEFORE_ALL } from '#platform/event-log/event-log.js';
import {
  type OpenOptions,
  type OpenParts,
  type PartName,
  openParts,
} from '#platform/process/open-parts.js';
import { copyFiles, listStoredFileKeys } from './copy-files.js';
import { verifyCopiedPart, copyLog } from './copy-log.js';
import { copySecrets, isIndependentOfLog } from './copy-secrets.js';

type Options = {
  readonly config: Config;
  readonly clock: Clock;
  readonly progress?: (events: number) => void;
  readonly print?: OpenOptions['print'];
};
type MoveResult = { readonly events: number; readonly secrets: number; readonly files: number };
const STORES = ['log', 'keys', 'secrets', 'files'] as const;
type Stores = Pick<OpenParts, (typeof STORES)[number]>;

/**
 * Copies the data folder to the servers. The folder stays unchanged; an interrupted move resumes
 * when run again.
 * @throws BadConfig if there is nothing to move, or the servers hold anything else
 * @throws Unavailable if a process uses the folder, or a server is unavailable
 * @throws KeysMissing if the keys do not belong to the log, or the server has other keys
 */
export async function moveToServers(options: Options): Promise<MoveResult> {
  const { dataDir } = requireServers(options.config);
  if (!existsSync(join(dataDir, 'log.sqlite')))
    throw new BadConfig(`There is no log in DATA_DIR ${dataDir}`);
  return withParts(folderConfig(options.config), STORES, options, async (from) => {
    // Verified before anything is written there.
    await withParts(options.config, ['log'], options, (to) => verifyCopiedPart(from.log, to.log));
    return withParts(options.config, STORES, options, (to) => copy(from, to, options));
  });
}

/**
 * Copies the servers' data into a folder. Nothing may write to the servers meanwhile; an
 * interrupted move resumes when run again.
 * @throws BadConfig if there is nothing to move, or a process has used the folder: its sessions may
 * have ended since
 * @throws Unavailable, KeysMissing as `moveToServers`
 */
export async function moveToFolder(options: Options): Promise<MoveResult> {
  const { dataDir } = requireServers(options.config);
  if (existsSync(join(dataDir, 'views.sqlite')))
    throw new BadConfig(
      `A process has run on DATA_DIR ${dataDir}, so its data may be older than the servers'. Name a folder that does not exist yet.`,
    );
  await withParts(options.config, ['log'], options, async ({ log }) => {
    if ((await log.readLastPosition()) === BEFORE_ALL)
      throw new BadConfig('There is no event in the log at EVENTSTORE_URL');
  });
  return withParts(options.config, STORES, options, (from) =>
    withParts(folderConfig(options.config), STORES, options, (to) => copy(from, to, options)),
  );
}

/** Copies keys first, because events are encrypted with them. */
async function copy(from: Stores, to: Stores, { progress }: Options): Promise<MoveResult> {
  const beginning = await verifyCopiedPart(from.log, to.log); // Verified before a key is copied.
  await to.keys.copyFrom(from.keys, {
    sourceLog: await from.log.readIdentity(),
    targetLog: await to.log.readIdentity(),
  });
  const secrets = await copySecrets(from.secrets, to.secrets, { isCopied: isIndependentOfLog });
  const files = await copyFiles(from.files, to.files, listStoredFileKeys(from.secrets));
  return { secrets, files, events: await copyLog(from.log, to.log, beginning, progress) };
}

function requireServers(config: Config): Config {
  if (config.servers.eventStore === undefined || config.servers.mongo === undefined)
    throw new BadConfig(
      'Which servers? EVENTSTORE_URL and MONGO_URL are missing (and KEYS_URL, where keys have a server of their own).',
    );
  return config;
}

const folderConfig = (config: Config): Config => ({
  ...config,
  servers: {
    ...config.servers,
    eventStore: undefined,
    mongo: undefined,
    keys: undefined,
    s3: undefined,
  },
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
    onJobFailure: () => {},
    onTrouble: () => {},
    skipSameInstallationCheck: true,
  });
  try {
    return await work(parts as unknown as Pick<OpenParts, Name>);
  } finally {
    await close();
  }
}
