import { afterEach, expect, test } from '@jest/globals';
import type { Committed } from '../projection-running/read-side.js';
import type { CommitNews, Commits } from './commits.js';
import { mostChangesTold } from './commits.js';

/** @param open what one process has; each time another process that hears the same */
export function commitsContract(open: () => Promise<Commits>, close: () => Promise<void>) {
  const stops: (() => void)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) stop();
    await close();
  });

  const change = (id: string) =>
    ({ organizationId: 'org', view: 'leads', id, revision: 3, before: undefined, after: 'asha', position: '1', json: '{"name":"Kamla"}' }) as const;
  const committed = (position: string, ids: readonly string[] = ['1']): Committed => ({ position, changes: ids.map(change) });
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise(setImmediate);
  };
  /** What is heard, once it is heard: whoever follows a server needs a moment to be there. */
  async function follower(commits: Commits, host: Commits): Promise<CommitNews[]> {
    const heard: CommitNews[] = [];
    stops.push(commits.follow((news) => heard.push(news)));
    while (heard.length === 0) {
      host.publish(committed('0'));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return heard;
  }
  const after = (heard: readonly CommitNews[]) => heard.filter(({ position }) => position !== '0');

  test('every follower is told everything, in order, with who could and can see it and without the documents', async () => {
    const [host, one, other] = [await open(), await open(), await open()];
    const followers = [await follower(one, host), await follower(other, host), await follower(host, host)];
    for (let position = 1; position <= 50; position++) host.publish(committed(String(position)));
    for (const heard of followers) {
      await until(() => after(heard).length === 50);
      expect(after(heard).map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, index) => String(index + 1)));
      const { json: _, ...told } = change('1');
      expect(heard.at(-1)).toEqual({ position: '50', changes: [{ ...told, before: undefined }] });
      expect(JSON.stringify(heard)).not.toContain('Kamla');
    }
  });

  test('a commit of very many changes is told by its position', async () => {
    const host = await open();
    const heard = await follower(host, host);
    host.publish(
      committed(
        '1',
        Array.from({ length: mostChangesTold + 1 }, (_, id) => String(id)),
      ),
    );
    await until(() => after(heard).length === 1);
    expect(heard.at(-1)).toEqual({ position: '1', changes: [] });
  });

  test('who has stopped is told nothing more', async () => {
    const host = await open();
    const [gone, there] = [await follower(host, host), await follower(host, host)];
    stops[0]!();
    const heard = gone.length;
    host.publish(committed('1'));
    await until(() => after(there).length === 1);
    expect(gone).toHaveLength(heard);
  });
}
