import type { HistoryRecords } from '#domain/history/history.views.js';
import type { Clock } from '#platform/common/clock.js';
import type { Projection } from '#platform/read-side/projections/projection.js';
import type { Views } from '#platform/read-side/read-store/views.js';
import type { Asker } from '../auth/caller.js';
import type { PersonNames } from '../auth/people/names.js';

/** Views, names and time as of a moment. */
export type Past = {
  readonly views: Views;
  readonly names: PersonNames;
  readonly clock: Clock;
};

/**
 * Answers the detail query of a record.
 * @throws Refusal if there is no such record
 */
export type Detail<Record = object> = (asker: Asker, id: string) => Promise<Record>;

/** Today's detail queries of all kinds, on views of the past. */
export abstract class PastDetails {
  abstract createDetails(past: Past): {
    readonly [Kind in keyof HistoryRecords]: Detail<HistoryRecords[Kind]>;
  };
}

/** All projections, for views of the past. */
export class PastProjections {
  constructor(readonly all: readonly Projection[]) {}
}
