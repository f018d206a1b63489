import type { QueryDefinition } from '#domain/kernel/query.js';
import type { Asker } from '../auth/caller.js';
import type { Past } from './past-details.js';

/** Query that auditors may ask as of a past day, with the handler that answers it today. */
export type PastQuery = {
  readonly definition: QueryDefinition;
  /** Names of the views that the queries of the screen read. */
  readonly views: readonly string[];
  readonly answer: (past: Past, asker: Asker, params: never) => Promise<object>;
};

/** Today's queries that can be answered on views of a past day. */
export abstract class PastQueries {
  abstract readonly all: readonly PastQuery[];
}
