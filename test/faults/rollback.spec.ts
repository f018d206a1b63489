import { folders } from '#platform/testing/folders.js';
import { afterEach, expect, test } from '@jest/globals';
import { Product } from '../acceptance/product/product.js';
import { createNewerBuild } from '../several-processes/newer-build.js';
import { RollbackStory } from '../several-processes/rollback-story.js';
import { Route } from '../several-processes/route.js';
import { runOperatorCommandIn } from './operator-commands.js';

/** Embedded parts: upgrade to a build with newer events, the way back, and the upgrade again. */

const folder = folders();
let route: Route | undefined;
afterEach(() => route?.target.dispose());

test.each([
  ['views of its own', true],
  ['the views of the newer build', false],
])(
  'a former build goes on beside newer events with %s',
  async (_, hasNewerView) => {
    const dataDir = folder();
    const newerBuild = createNewerBuild(folder(), { hasNewerView, hasNewerEvents: true });
    route = new Route(await Product.start({ dataDir }));
    const restart = async (checkout = '.') => {
      if (hasNewerView) await runOperatorCommandIn(checkout, 'build-views', { DATA_DIR: dataDir });
      await route!.target.end();
      route!.target = await Product.start({ dataDir, checkout });
    };
    const story = await RollbackStory.begin(route.product);

    await restart(newerBuild);
    await story.recordOnNewer();
    const { code, output } = await runOperatorCommandIn('.', 'upgrade-check', {
      DATA_DIR: dataDir,
    });
    expect(output).toContain(
      'Events of a newer build: QuotationWished (1), FollowUpScheduled (version 2) (1)\n' +
        'Records parked until a newer build runs: 2; their organizations: 1. All others go on.\n',
    );
    expect(code).toBe(0);

    await restart();
    await story.checkOnFormer({ hasOwnViews: hasNewerView });
    const report = await runOperatorCommandIn('.', 'verify', { DATA_DIR: dataDir });
    expect(report).toMatchObject({ code: 0, output: expect.stringContaining('are intact') });
    await restart(newerBuild);
    await story.checkOnNewer();
  },
  480_000,
);
