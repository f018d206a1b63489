import type { Refusal } from '#domain/kernel/refusal.js';
import type { Caller } from '../../auth/caller.js';

/**
 * Adds to a refusal the record that stands in the way, for this member. A feature implements it.
 */
export abstract class RefusalDetails {
  abstract of(refusal: Refusal, caller: Caller): Promise<Error>;
}
