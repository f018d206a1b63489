import { folders } from '#platform/testing/folders.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { Deployment } from './deployment.js';
import { createNewerBuild } from './newer-build.js';
import { RollbackStory } from './rollback-story.js';
import { Route } from './route.js';

/** Upgrade to a build with newer events on servers, the way back, and the upgrade again. */

const folder = folders();
let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start({ backend: 1, projections: 1, workers: 1 });
}, 240_000);
afterAll(() => deployment?.dispose());

type Kind = 'projections' | 'workers';

test('former processes go on beside newer events, and newer ones have all', async () => {
  const newerBuild = createNewerBuild(folder(), { hasNewerEvents: true });
  const route = new Route(deployment.backend[0]!);
  const replace = async (kind: Kind, checkout?: string) => {
    const formerProcess = deployment[kind].at(-1)!;
    await deployment.startAnother(kind, {}, checkout);
    await formerProcess.end();
  };
  const replaceBackend = async (checkout?: string) =>
    route.replaceBy(await deployment.startAnother('backend', {}, checkout));
  const story = await RollbackStory.begin(route.product);

  // Former workers read the newer events, as they do if an upgrade is broken off.
  await replace('projections', newerBuild);
  await replaceBackend(newerBuild);
  await story.recordOnNewer();
  await until(async () => 'alerts-of-events' in (await readParkedEffects(deployment.workers[0]!)), {
    what: () => 'the reactor of alerts to park the newer event',
  });
  await replace('projections');
  await replaceBackend();
  await story.checkOnFormer();
  expect(await story.readAlertsOfRequest()).toEqual([]);

  await replace('projections', newerBuild);
  await replace('workers', newerBuild);
  await replaceBackend(newerBuild);
  await story.checkOnNewer();
  const worker = deployment.workers.at(-1)!;
  await until(async () => Object.keys(await readParkedEffects(worker)).length === 0, {
    what: () => 'every parked effect to happen',
  });
}, 480_000);

/** Events whose effects wait, by reactor. */
async function readParkedEffects({ url }: Product): Promise<object> {
  const { reactors } = (await (await fetch(`${url}/readyz`)).json()) as {
    readonly reactors: { readonly parked: object };
  };
  return reactors.parked;
}
