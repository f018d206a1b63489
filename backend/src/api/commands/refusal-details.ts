import type { Refusal } from '#domain/kernel/refusal.js';
import type { Caller } from '../../auth/caller.js';

/** Adds to a refusal the record that holds the value already. A feature implements it. */
export abstract class RefusalDetails {
  /** @returns a problem with the record; the refusal itself if this member may not see it */
  abstract withDetails(refusal: Refusal, caller: Caller): Promise<Error>;
}
