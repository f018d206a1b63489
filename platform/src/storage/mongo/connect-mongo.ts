import { MongoClient, MongoError, MongoServerSelectionError } from 'mongodb';
import { BadConfig } from '../../common/config/config.js';
import { Unavailable } from '../../common/unavailable.js';
import { MongoPart } from './mongo-part.js';

/**
 * Suffixes of database names. Keys and secrets are apart from the views, with their own rights and
 * backups.
 */
const databases = { views: '', keys: '_keys', secrets: '_secrets' } as const;

/**
 * How long a call waits for a server that can take it: longer than a moment's cut, shorter than a
 * person's patience.
 */
const waitForServer = 3_000;
/** A server that hangs is noticed after both, and calls that wait for it are let go. */
const betweenHeartbeats = 2_000;
const longestHeartbeat = 3_000;

/**
 * Shares one client, and so one pool of connections, for all of this process's data in a replica
 * set. Writes wait for the journals of a majority. Reads see only what cannot be rolled back.
 */
export class Mongo {
  constructor(
    private readonly client: MongoClient,
    private readonly base: string,
  ) {}

  /** The database of a part, with deadlines and words of its own. */
  part(name: keyof typeof databases): MongoPart {
    return new MongoPart(this.client.db(this.base + databases[name]), name);
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}

/**
 * @param setting names the address in what is said about it
 * @throws BadConfig if the address is none, or names a server that has no transactions
 * @throws Unavailable if no server answers
 */
export async function connectMongo(
  url: string,
  { setting = 'MONGO_URL' }: { readonly setting?: string } = {},
): Promise<Mongo> {
  const client = clientOf(url, setting);
  try {
    await client.connect();
    const hello = await client.db('admin').command({ hello: 1 });
    if (hello['setName'] === undefined && hello['msg'] !== 'isdbgrid')
      throw new BadConfig(
        `${setting}: MongoDB at ${hostsOf(client)} is a standalone server. What is written together needs transactions, and those need a replica set; ` +
          `one server is enough. Stop it, start it as one, and initiate it once; its data stays:\n` +
          `  mongod --replSet rs0 --dbpath <its data folder> --bind_ip <its addresses>\n  ${initiate}`,
      );
  } catch (error) {
    await client.close();
    throw error instanceof MongoError ? troubleAtStart(error, client, setting) : error;
  }
  return new Mongo(client, baseOf(url));
}

function clientOf(url: string, setting: string): MongoClient {
  try {
    return new MongoClient(url, {
      appName: 'fieldtrace',
      writeConcern: { w: 'majority', journal: true },
      readConcern: { level: 'majority' },
      // Whatever the address says: sessions and rights are never read from a server that lags
      // behind.
      readPreference: 'primary',
      retryReads: true,
      retryWrites: true,
      serverSelectionTimeoutMS: waitForServer,
      connectTimeoutMS: longestHeartbeat,
      heartbeatFrequencyMS: betweenHeartbeats,
    });
  } catch (error) {
    const { message } = error as Error;
    throw new BadConfig(
      `${setting} must be an address such as mongodb://db.example.com:27017/fieldtrace?replicaSet=rs0 (${message})`,
    );
  }
}

/** The database named in the address; the others are called after it. */
function baseOf(url: string): string {
  const [, named] = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(url) ?? [];
  return named ? decodeURIComponent(named) : 'fieldtrace';
}

function troubleAtStart(error: MongoError, client: MongoClient, setting: string): Error {
  const servers =
    error instanceof MongoServerSelectionError ? [...(error.reason?.servers.values() ?? [])] : [];
  if (servers.some(({ type }) => type === 'RSGhost'))
    return new BadConfig(
      `${setting}: MongoDB at ${hostsOf(client)} was started with --replSet, but its replica set was never initiated. Do it once:\n  ${initiate}`,
    );
  return new Unavailable(
    `MongoDB at ${hostsOf(client)} (${setting}) cannot be used: ${error.message}`,
    { cause: error },
  );
}

const initiate = `mongosh --eval 'rs.initiate()'`;

const hostsOf = (client: MongoClient) =>
  client.options.srvHost ?? client.options.hosts.map(String).join(', ');
