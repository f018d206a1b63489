/** A small record and the version that compare-and-set goes by. */
export type Secret<Value = unknown> = { readonly value: Value; readonly version: number };

/**
 * Sessions, trusted browsers, challenges, password hashes, rate limits, reactors' checkpoints: small JSON records by
 * `kind` and `id`, some with a time to live. What has expired is not there, even before it is swept.
 */
export interface SecretStore {
  get<Value>(kind: string, id: string): Promise<Secret<Value> | undefined>;
  /**
   * Writes if the record is still at `expected` (0: there is none), durably.
   * @returns the new version; undefined if somebody else was faster
   */
  put<Value>(
    kind: string,
    id: string,
    value: Value,
    options: { readonly expected: number; readonly expiresAt?: string },
  ): Promise<number | undefined>;
  remove(kind: string, id: string): Promise<void>;
  /** Adds 1 to a counter that begins anew when its window ends. In one step, so that rivals are all counted. Answers the count and the window's end. */
  count(kind: string, id: string, windowSeconds: number): Promise<{ readonly count: number; readonly endsAt: string }>;
  /** Records of a kind that were put with that `owner` in their value, e.g. all sessions of an account. */
  ofOwner<Value>(kind: string, owner: string): Promise<readonly (Secret<Value> & { readonly id: string })[]>;
  close(): Promise<void>;
}
