import type { Redis } from 'ioredis';
import type { Committed } from '../projection-running/read-side.js';
import { type RedisServer, longestWaitSeconds } from '../redis/connect-redis.js';
import { type CommitNews, type Commits, newsOf } from './commits.js';

const stream = 'fieldtrace:commits';
/** About as many are kept; who was away for longer finds the rest by position. */
const mostKept = 256;
/** And no longer than this after the last, although they are ids only. */
const keptMilliseconds = 60_000;
/** News that waits in line behind so much other is none any more. */
const mostUnderWay = 1_000;
const atOnce = 100;
const fieldName = 'news';

type Entry = [id: string, fields: string[]];

/** A short stream in Redis that every backend reads from where it was. While Redis is away nothing is told. */
export class CommitsOnRedis implements Commits {
  private underWay = 0;

  constructor(private readonly redis: RedisServer) {}

  publish(committed: Committed): void {
    if (!this.redis.isReady || this.underWay >= mostUnderWay) return;
    const { client } = this.redis;
    this.underWay++;
    Promise.all([
      client.xadd(stream, 'MAXLEN', '~', mostKept, '*', fieldName, JSON.stringify(newsOf(committed))),
      client.pexpire(stream, keptMilliseconds),
    ])
      .catch(() => undefined) // A hint: it is found by position.
      .finally(() => this.underWay--);
  }

  follow(listener: (news: CommitNews) => void): () => void {
    const connection = this.redis.waiting();
    let stopped = false;
    void (async () => {
      for (let reached: string | undefined; !stopped;) {
        try {
          reached ??= await newest(connection);
          const entries = await after(connection, reached);
          for (const [id, fields] of entries) {
            reached = id;
            if (!stopped) tell(listener, fields);
          }
          // Nothing came for a while. Had Redis been emptied and its clock been set back, nothing ever would.
          if (entries.length === 0 && isAfter(reached, await newest(connection))) reached = undefined;
        } catch {
          if (!stopped) await pause(); // Refused, or disconnected for good: asked again, not at once.
        }
      }
    })();
    return () => {
      stopped = true;
      connection.disconnect();
    };
  }
}

async function newest(connection: Redis): Promise<string> {
  const [last] = (await connection.xrevrange(stream, '+', '-', 'COUNT', 1)) as Entry[];
  return last?.[0] ?? '0-0';
}

/** Waits for them. */
async function after(connection: Redis, id: string): Promise<readonly Entry[]> {
  const read = await connection.xread('COUNT', atOnce, 'BLOCK', (longestWaitSeconds / 2) * 1_000, 'STREAMS', stream, id);
  return (read?.[0]?.[1] ?? []) as Entry[];
}

function tell(listener: (news: CommitNews) => void, fields: readonly string[]): void {
  const json = fields[fields.indexOf(fieldName) + 1];
  if (json !== undefined) listener(JSON.parse(json) as CommitNews);
}

/** Of two ids of entries, which are `<milliseconds>-<number>`. An empty stream, which begins again, is after nothing. */
function isAfter(one: string, other: string): boolean {
  if (other === '0-0') return false;
  const [[time = 0, number = 0], [otherTime = 0, otherNumber = 0]] = [one, other].map((id) => id.split('-').map(Number)) as [number[], number[]];
  return time === otherTime ? number > otherNumber : time > otherTime;
}

const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, 500).unref());
