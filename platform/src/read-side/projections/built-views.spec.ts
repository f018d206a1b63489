import { expect, test } from '@jest/globals';
import { LIVE_TRACK } from '../read-store/read-store.js';
import {
  erased,
  append,
  openHost,
  log,
  made,
  recorded,
  store,
  useAnotherLog,
  useLampViews,
} from '../../testing/lamp-views.js';
import { areUsable } from './built-views.js';

useLampViews();

test('built views are usable until somebody is erased, on the log that they are made from', async () => {
  expect(await areUsable(log, undefined)).toBe(false);
  const { position } = await append('lamp-org_1', made());
  const host = openHost();
  await host.start();
  await host.waitFor(position, 5_000);
  await host.stop();
  const built = await store.readCheckpoint(LIVE_TRACK);
  await append('lamp-org_2', made());
  expect(await areUsable(log, built)).toBe(true);

  const events = [...recorded];
  await append('lamp-org_1', erased);
  expect(await areUsable(log, built)).toBe(false);
  useAnotherLog(events.slice(1));
  expect(await areUsable(log, built)).toBe(false);
});
