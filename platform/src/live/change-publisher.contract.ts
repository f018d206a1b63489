import { afterEach, expect, test } from '@jest/globals';
import type { Position } from '../event-log/event-log.js';
import type { ChangePublisher } from './change-publisher.js';

/** @param open returns the publisher of another process that receives the same notifications */
export function changePublisherContract(
  open: () => Promise<ChangePublisher>,
  close: () => Promise<void>,
) {
  const stops: (() => void)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) stop();
    await close();
  });

  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise(setImmediate);
  };
  /** Position that is published until a follower has connected. */
  const PROBE = '0';
  /** Received positions. Waits for a probe, because a follower of a server has to connect first. */
  async function follow(publisher: ChangePublisher, host: ChangePublisher): Promise<Position[]> {
    const received: Position[] = [];
    stops.push(publisher.subscribe((position) => received.push(position)));
    while (received.length === 0) {
      host.publish(PROBE);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return received;
  }
  const withoutProbes = (received: readonly Position[]) =>
    received.filter((position) => position !== PROBE);

  test('every follower receives all messages in order', async () => {
    const [host, one, other] = [await open(), await open(), await open()];
    const followers = [
      await follow(one, host),
      await follow(other, host),
      await follow(host, host),
    ];
    const positions = Array.from({ length: 50 }, (_, index) => String(index + 1));
    for (const position of positions) host.publish(position);
    for (const received of followers) {
      await until(() => withoutProbes(received).length === positions.length);
      expect(withoutProbes(received)).toEqual(positions);
    }
  });

  test('a stopped follower receives nothing more', async () => {
    const host = await open();
    const [stopped, running] = [await follow(host, host), await follow(host, host)];
    stops[0]!();
    const countBefore = stopped.length;
    host.publish('1');
    await until(() => withoutProbes(running).length === 1);
    expect(stopped).toHaveLength(countBefore);
  });
}
