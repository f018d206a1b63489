import { allProjections } from '../../projections/src/all-projections.js';
import { ProjectionProcessor } from '#platform/read-side/projections/projection-processor.js';
import { expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Declarations of every version of every view. A store keeps a version's declaration until a new
 * version takes over, so entries are only added.
 */
const file = join(import.meta.dirname, 'views.json');
const readDeclarations = (): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const declared = Object.fromEntries(
  allProjections.map((projection) => {
    const collections = new ProjectionProcessor(projection, 1).collections();
    return [
      `${projection.name}@${projection.version}`,
      JSON.parse(JSON.stringify(collections)) as unknown,
    ];
  }),
);

if (process.env.WRITE_GOLDEN) {
  const all = Object.entries({ ...declared, ...readDeclarations() }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
}

// Fails for a changed index, searched field or sum without a new version, because existing views
// would miss it.
test.each(Object.keys(declared))('%s has the declaration of its version', (view) =>
  expect(declared[view]).toEqual(readDeclarations()[view]),
);
