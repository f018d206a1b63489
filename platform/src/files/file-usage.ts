import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';

export type StoredBytes = FileOwner & { readonly bytes: number };
export type FileOwner = { readonly owner: string; readonly organizationId: string };
/** Quota in bytes of one owner and of one organization. */
export type FileQuotas = { readonly perOwner: number; readonly perOrganization: number };

/** The upload would exceed a quota. */
export class FileQuotaReached extends Error {
  constructor(
    readonly scope: 'owner' | 'organization',
    readonly limitBytes: number,
  ) {
    super(`The files of this ${scope} have reached ${limitBytes} bytes`);
  }
}

type Usage = {
  /** Bytes of all files, including those being uploaded. */
  readonly bytes: number;
  /** Reserved bytes of running uploads, by key. */
  readonly reserved?: Readonly<Record<string, number>>;
};

/**
 * Bytes of files by owner and organization: durable, and exact under concurrency. A running upload
 * reserves its bytes under its key, so that releasing it twice has no further effect.
 */
export class FileUsage {
  constructor(private readonly secrets: KeyValueStore) {}

  /**
   * Reserves bytes for an upload; replaces an earlier reservation of the key.
   * @throws FileQuotaReached without reserving anything
   */
  async reserve(key: string, stored: StoredBytes, quotas: FileQuotas): Promise<void> {
    for (const { id, scope, limit } of limitsOf(stored, quotas)) {
      const isReserved = await this.change(id, (usage) =>
        withReservation(usage, key, stored.bytes, limit),
      );
      if (isReserved) continue;
      if (scope === 'organization') await this.unreserve(key, stored);
      throw new FileQuotaReached(scope, limit);
    }
  }

  /**
   * Checks whether the bytes could be reserved now.
   * @throws FileQuotaReached
   */
  async assertFits(key: string, stored: StoredBytes, quotas: FileQuotas): Promise<void> {
    for (const { id, scope, limit } of limitsOf(stored, quotas)) {
      const usage = (await this.secrets.get<Usage>('file-usage', id))?.value;
      if (!withReservation(usage, key, stored.bytes, limit))
        throw new FileQuotaReached(scope, limit);
    }
  }

  /** Turns a reservation into usage, which counts until released. */
  async confirm(key: string, stored: FileOwner): Promise<void> {
    for (const id of usageIds(stored))
      await this.change(id, (usage) => withoutReservation(usage, key, 0));
  }

  /** Releases the reservation of an upload that will not be stored. */
  async unreserve(key: string, stored: FileOwner): Promise<void> {
    for (const id of usageIds(stored))
      await this.change(id, (usage) => withoutReservation(usage, key, usage?.reserved?.[key] ?? 0));
  }

  /** Releases the bytes of a removed file. */
  async release(key: string, stored: StoredBytes): Promise<void> {
    for (const id of usageIds(stored))
      await this.change(id, (usage) => withoutReservation(usage, key, stored.bytes));
  }

  /** Updates a usage record. Returns false if the quota forbids it. */
  private async change(id: string, update: (usage?: Usage) => Usage | undefined): Promise<boolean> {
    let isAllowed = true;
    await this.secrets.update<Usage>('file-usage', id, (usage) => {
      const changed = update(usage);
      isAllowed = changed !== undefined;
      return changed && changed !== usage ? { value: changed } : undefined;
    });
    return isAllowed;
  }
}

const usageIds = ({ owner, organizationId }: FileOwner) =>
  [`owner ${owner}`, `organization ${organizationId}`] as const;

/** Quotas of the owner and of the organization, the owner's first. */
function limitsOf(stored: FileOwner, { perOwner, perOrganization }: FileQuotas) {
  const [owner, organization] = usageIds(stored);
  return [
    { id: owner, scope: 'owner', limit: perOwner },
    { id: organization, scope: 'organization', limit: perOrganization },
  ] as const;
}

const NO_USAGE: Usage = { bytes: 0 };

/** Undefined if the quota forbids it. */
function withReservation(
  usage: Usage = NO_USAGE,
  key: string,
  bytes: number,
  limit: number,
): Usage | undefined {
  const sum = usage.bytes - (usage.reserved?.[key] ?? 0) + bytes;
  return sum > limit ? undefined : { bytes: sum, reserved: { ...usage.reserved, [key]: bytes } };
}

/** Ends the reservation of a key and subtracts `released` bytes. */
function withoutReservation(usage: Usage = NO_USAGE, key: string, released: number): Usage {
  const { [key]: reserved, ...others } = usage.reserved ?? {};
  if (reserved === undefined && released === 0) return usage;
  return { bytes: Math.max(0, usage.bytes - released), reserved: others };
}
