import type { Refusal } from '#domain/kernel/refusal.js';
import type { Caller } from '../../auth/caller.js';

/** What a refusal says to this member beyond its words: the record that stands in the way. A feature offers it. */
export abstract class RefusalDetails {
  abstract of(refusal: Refusal, caller: Caller): Promise<Error>;
}
