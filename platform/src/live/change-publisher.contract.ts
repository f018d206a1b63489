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
  /**
   * Received positions. Waits for the first, because a follower of a server needs a moment to
   * connect.
   */
  async function follow(publisher: ChangePublisher, host: ChangePublisher): Promise<Position[]> {
    const received: Position[] = [];
    stops.push(publisher.subscribe((position) => received.push(position)));
    while (received.length === 0) {
      host.publish('0');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return received;
  }
  const withoutFirst = (received: readonly Position[]) =>
    received.filter((position) => position !== '0');

  test('every follower receives all messages in order', async () => {
    const [host, one, other] = [await open(), await open(), await open()];
    const followers = [
      await follow(one, host),
      await follow(other, host),
      await follow(host, host),
    ];
    for (let position = 1; position <= 50; position++) host.publish(String(position));
    for (const received of followers) {
      await until(() => withoutFirst(received).length === 50);
      expect(withoutFirst(received)).toEqual(
        Array.from({ length: 50 }, (_, index) => String(index + 1)),
      );
    }
  });

  test('a stopped follower receives nothing more', async () => {
    const host = await open();
    const [stopped, running] = [await follow(host, host), await follow(host, host)];
    stops[0]!();
    const received = stopped.length;
    host.publish('1');
    await until(() => withoutFirst(running).length === 1);
    expect(stopped).toHaveLength(received);
  });
}
