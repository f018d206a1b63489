import type { Refusal } from '#domain/kernel/refusal.js';
import type { Caller } from '../../auth/caller.js';

/** Adds the conflicting record to a refusal, if this member may see it. A feature implements it. */
export abstract class RefusalDetails {
  abstract addTo(refusal: Refusal, caller: Caller): Promise<Error>;
}
