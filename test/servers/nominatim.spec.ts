import { geocoderContract } from '#backend/leads/geocoder/geocoder.contract.js';
import { Nominatim } from '#backend/leads/geocoder/nominatim.js';
import { RateLimiter, TooManyRequests } from '#platform/storage/rate-limiter/rate-limiter.js';
import { connectRedis } from '#platform/storage/redis/connect-redis.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { NominatimStandIn } from './stand-ins/nominatim-stand-in.js';
import { RedisProcess } from './programs/redis-process.js';

let standIn: NominatimStandIn;
/** Clock of the geocoders in milliseconds. Their pauses advance it instead of waiting. */
let elapsedMs = 0;
let troubles: string[] = [];
beforeAll(async () => {
  standIn = await NominatimStandIn.start();
});
beforeEach(() => {
  standIn.requestedPlaces.length = 0;
  elapsedMs = 0;
  troubles = [];
});
afterAll(() => standIn.stop());

/** Rate limiter of one call per second by that clock, shared by several processes. */
function oncePerSecond(): Pick<RateLimiter, 'count'> {
  let second = -1;
  return {
    async count() {
      const now = Math.floor(elapsedMs / 1_000);
      if (now === second) throw new TooManyRequests((now + 1) * 1_000 - elapsedMs);
      second = now;
    },
  };
}
const createGeocoder = (url = standIn.url, limiter = oncePerSecond()) =>
  new Nominatim(url, {
    contact: standIn.contact,
    answerTimeoutMs: 2_000,
    ticks: () => elapsedMs,
    pause: async (milliseconds) => (elapsedMs += milliseconds),
    limiter,
    onTrouble: (trouble) => troubles.push(trouble),
  });
const pune = { lat: 18.5204, lng: 73.8567 };
/** Address by the stand-in, which gives the latitude as house number. */
const puneAddress = '18.5204, North Main Road, Koregaon Park, Pune, Maharashtra';

describe('as every geocoder', () => geocoderContract(() => createGeocoder()));

test('a place has an address of five parts', async () =>
  expect(await createGeocoder().findAddress(pune)).toBe(puneAddress));

test('a building is queried once, also for many callers, and also without a result', async () => {
  const geocoder = createGeocoder();
  await Promise.all([1, 2, 3].map(() => geocoder.findAddress(pune)));
  expect(await geocoder.findAddress({ lat: 18.520_44, lng: 73.856_66 })).toBe(puneAddress);
  expect(await geocoder.findAddress({ lat: 0, lng: 0 })).toBeUndefined();
  expect(await geocoder.findAddress({ lat: 0, lng: 0 })).toBeUndefined();
  expect(standIn.requestedPlaces).toEqual(['18.5204,73.8567', '0.0000,0.0000']);
  expect(troubles).toEqual([]);
});

describe('the limit of one query a second', () => {
  test('counts the queries of several processes together', async () => {
    const limiter = oncePerSecond();
    expect(await createGeocoder(standIn.url, limiter).findAddress(pune)).toBe(puneAddress);
    expect(elapsedMs).toBe(0);
    expect(await createGeocoder(standIn.url, limiter).findAddress(pune)).toBe(puneAddress);
    expect(elapsedMs).toBeGreaterThanOrEqual(1_000);
    expect(standIn.requestedPlaces).toHaveLength(2);
  });
  test('counts the queries of all callers in one process without Redis', async () => {
    const geocoder = new Nominatim(standIn.url, {
      contact: standIn.contact,
      limiter: new RateLimiter(),
    });
    const began = performance.now();
    const addresses = await Promise.all(
      [73.1, 73.2, 73.3].map((lng) => geocoder.findAddress({ lat: 18, lng })),
    );
    expect(addresses.every((address) => address !== undefined)).toBe(true);
    expect(standIn.requestedPlaces).toHaveLength(3);
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_990);
  });
  test('counts the queries of several processes on one Redis together', async () => {
    const redis = await RedisProcess.start();
    const servers = [await connectRedis(redis.url()), await connectRedis(redis.url())];
    try {
      const began = performance.now();
      for (const server of servers) {
        const geocoder = new Nominatim(standIn.url, {
          contact: standIn.contact,
          limiter: new RateLimiter(server),
        });
        expect(await geocoder.findAddress(pune)).toBe(puneAddress);
      }
      expect(performance.now() - began).toBeGreaterThanOrEqual(990);
    } finally {
      for (const server of servers) server.close();
      await redis.dispose();
    }
  });
  test('gives a caller without a turn in time no address, and lets it ask again', async () => {
    let isTaken = true;
    const geocoder = createGeocoder(standIn.url, {
      count: () => (isTaken ? Promise.reject(new TooManyRequests(1_000)) : Promise.resolve()),
    });
    expect(await geocoder.findAddress(pune)).toBeUndefined();
    expect(elapsedMs).toBe(5_000);
    expect(troubles).toEqual([]);
    expect(standIn.requestedPlaces).toHaveLength(0);
    isTaken = false;
    expect(await geocoder.findAddress(pune)).toBe(puneAddress);
  });
  test('waits at most five seconds for a limiter whose clock is an hour ahead', async () => {
    const geocoder = createGeocoder(standIn.url, {
      count: () => Promise.reject(new TooManyRequests(3_600_000)),
    });
    expect(await geocoder.findAddress(pune)).toBeUndefined();
    expect(elapsedMs).toBe(5_000);
  });
  test('a failing limiter allows the query', async () => {
    expect(
      await createGeocoder(standIn.url, {
        count: () => Promise.reject(new Error('away')),
      }).findAddress(pune),
    ).toBe(puneAddress);
  });
});

describe('a failure means no address, and never an error', () => {
  test.each([
    [{ status: 500 }, 'the server answers 500'],
    [{ status: 403 }, 'the server answers 403'],
    ['silent', 'nothing came within'],
    ['stalled', 'nothing came within'],
    ['cut', 'terminated'],
    ['not what it should be', 'something else than JSON'],
  ] as const)(
    'after the fault %j the server is not queried for ten seconds',
    async (fault, expectedTrouble) => {
      const geocoder = createGeocoder();
      standIn.failNext(fault);
      expect(await geocoder.findAddress(pune)).toBeUndefined();
      expect(troubles).toEqual([expect.stringMatching(expectedTrouble)]);
      expect(await geocoder.findAddress({ lat: 19, lng: 73 })).toBeUndefined();
      expect(standIn.requestedPlaces).toHaveLength(1);
      elapsedMs += 10_000;
      expect(await geocoder.findAddress(pune)).toBe(puneAddress);
    },
  );

  test('waits as long as the Retry-After of the server says', async () => {
    const geocoder = createGeocoder();
    standIn.failNext({ status: 429, retryAfter: '120' });
    expect(await geocoder.findAddress(pune)).toBeUndefined();
    elapsedMs += 119_000;
    expect(await geocoder.findAddress(pune)).toBeUndefined();
    expect(standIn.requestedPlaces).toHaveLength(1);
    elapsedMs += 1_000;
    expect(await geocoder.findAddress(pune)).toBe(puneAddress);
  });

  test('no server listens at the address', async () => {
    const stopped = await NominatimStandIn.start();
    const { url } = stopped;
    await stopped.stop();
    expect(await createGeocoder(url).findAddress(pune)).toBeUndefined();
  });
});
