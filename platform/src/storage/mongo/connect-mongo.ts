import { MongoClient, MongoError, MongoServerSelectionError } from 'mongodb';
import { BadConfig } from '../../common/config/config.js';
import { Unavailable } from '../../common/unavailable.js';
import { MongoPart } from './mongo-part.js';

/**
 * Suffixes of database names. Keys and secrets have databases apart from the views, for separate
 * rights and backups.
 */
const DATABASE_SUFFIXES = { views: '', keys: '_keys', secrets: '_secrets' } as const;

/** Time for which a call waits for a usable server. */
const SERVER_SELECTION_TIMEOUT_MS = 3_000;
/** A hanging server is noticed after both times together; its pending calls then fail. */
const HEARTBEAT_INTERVAL_MS = 2_000;
const HEARTBEAT_TIMEOUT_MS = 3_000;

/**
 * Client and connection pool for all data of this process in a replica set. Writes wait for the
 * journals of a majority. Reads see only what cannot be rolled back.
 */
export class Mongo {
  constructor(
    private readonly client: MongoClient,
    private readonly baseName: string,
  ) {}

  /** Database of a part, with its own deadlines and error messages. */
  part(name: keyof typeof DATABASE_SUFFIXES): MongoPart {
    return new MongoPart(this.client.db(this.baseName + DATABASE_SUFFIXES[name]), name);
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}

/**
 * @param setting name of the variable, for error messages
 * @throws BadConfig for an invalid address, or a server without transactions
 * @throws Unavailable if no server answers
 */
export async function connectMongo(
  url: string,
  { setting = 'MONGO_URL' }: { readonly setting?: string } = {},
): Promise<Mongo> {
  const client = createClient(url, setting);
  try {
    await client.connect();
    const hello = await client.db('admin').command({ hello: 1 });
    if (hello['setName'] === undefined && hello['msg'] !== 'isdbgrid')
      throw new BadConfig(
        `${setting}: MongoDB at ${hostList(client)} is a standalone server. What is written together needs transactions, and those need a replica set; ` +
          `one server is enough. Stop it, start it as one, and initiate it once; its data stays:\n` +
          `  mongod --replSet rs0 --dbpath <its data folder> --bind_ip <its addresses>\n  ${INITIATE_COMMAND}`,
      );
  } catch (error) {
    await client.close();
    throw error instanceof MongoError ? startUpError(error, client, setting) : error;
  }
  return new Mongo(client, databaseName(url));
}

function createClient(url: string, setting: string): MongoClient {
  try {
    return new MongoClient(url, {
      appName: 'fieldtrace',
      writeConcern: { w: 'majority', journal: true },
      readConcern: { level: 'majority' },
      // Overrides the address: sessions and rights are never read from a lagging replica.
      readPreference: 'primary',
      retryReads: true,
      retryWrites: true,
      serverSelectionTimeoutMS: SERVER_SELECTION_TIMEOUT_MS,
      // The driver also uses this timeout for heartbeats.
      connectTimeoutMS: HEARTBEAT_TIMEOUT_MS,
      heartbeatFrequencyMS: HEARTBEAT_INTERVAL_MS,
    });
  } catch (error) {
    const { message } = error as Error;
    throw new BadConfig(
      `${setting} must be an address such as mongodb://db.example.com:27017/fieldtrace?replicaSet=rs0 (${message})`,
    );
  }
}

/** Database named in the address; the other names derive from it. */
function databaseName(url: string): string {
  const [, path] = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(url) ?? [];
  return path ? decodeURIComponent(path) : 'fieldtrace';
}

function startUpError(error: MongoError, client: MongoClient, setting: string): Error {
  const servers =
    error instanceof MongoServerSelectionError ? [...(error.reason?.servers.values() ?? [])] : [];
  if (servers.some(({ type }) => type === 'RSGhost'))
    return new BadConfig(
      `${setting}: MongoDB at ${hostList(client)} was started with --replSet, but its replica set was never initiated. Do it once:\n  ${INITIATE_COMMAND}`,
    );
  return new Unavailable(
    `MongoDB at ${hostList(client)} (${setting}) cannot be used: ${error.message}`,
    { cause: error },
  );
}

const INITIATE_COMMAND = `mongosh --eval 'rs.initiate()'`;

const hostList = (client: MongoClient) =>
  client.options.srvHost ?? client.options.hosts.map(String).join(', ');
