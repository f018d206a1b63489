import { hash } from 'node:crypto';
import type { View } from '../read-store/views.js';

const ID_CHARACTERS = 12;

/**
 * Id of the views that a build reads, by names and versions. On a shared server each set has
 * collections, a checkpoint, a lease and a change feed of its own.
 */
export const viewSetOf = (views: readonly View[]): string =>
  hash(
    'sha256',
    views
      .map(({ name, version }) => `${name}@${version}`)
      .sort()
      .join(' '),
  ).slice(0, ID_CHARACTERS);

/**
 * Id of the set of views of one lane. Another number of lanes makes other sets, so that changing
 * the number is an upgrade.
 */
export const setOfLane = (set: string | undefined, lane: number, count: number) =>
  count === 1 ? set : `${set ?? ''}-${lane}of${count}`;
