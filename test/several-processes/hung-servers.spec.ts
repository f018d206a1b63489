import { afterEach, expect, test } from '@jest/globals';
import { type HungServer, type Stage, hangServer, startStage } from '../chaos/hung-servers.js';

let stage: Stage | undefined;
afterEach(async () => {
  await stage?.end();
  stage = undefined;
});

test.each(['leader', 'mongo', 'redis'] satisfies HungServer[])(
  'while %s hangs every request is answered, and nothing is lost or duplicated',
  async (name) => {
    stage = await startStage(name);
    expect(await hangServer(stage, { times: 1, hungMs: 12_000, isTimed: false })).toBe(0);
  },
);
