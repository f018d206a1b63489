import type { KeyValueStore } from '../storage/key-value-store/key-value-store.js';

/** Bytes and owner of a stored file. */
export type Stored = Whose & { readonly bytes: number };
export type Whose = { readonly owner: string; readonly organizationId: string };
/** Most bytes of one owner and of one organization. */
export type FileQuotas = { readonly ofOwner: number; readonly ofOrganization: number };

/** Nothing more of that size may be stored. */
export class FileQuotaReached extends Error {
  constructor(
    readonly whose: 'owner' | 'organization',
    readonly mostBytes: number,
  ) {
    super(`The files of this ${whose} have reached ${mostBytes} bytes`);
  }
}

type Usage = {
  /** Bytes of all files, including those being uploaded. */
  readonly bytes: number;
  /** Bytes of files that are on their way, by their keys. */
  readonly reserved?: Readonly<Record<string, number>>;
};

/**
 * How many bytes of files there are of each owner and organization: durable, and exact however many
 * come at the same time. Bytes of a file on its way are reserved under its key, so that those of an
 * unfinished upload can be released once, however often that is tried.
 */
export class FileUsage {
  constructor(private readonly secrets: KeyValueStore) {}

  /**
   * Reserves bytes for an upload; replaces an earlier reservation of the key.
   * @throws FileQuotaReached, and nothing is reserved
   */
  async reserve(
    key: string,
    stored: Stored,
    { ofOwner, ofOrganization }: FileQuotas,
  ): Promise<void> {
    const [owner, organization] = idsOf(stored);
    if (!(await this.change(owner, (usage) => reserving(usage, key, stored.bytes, ofOwner))))
      throw new FileQuotaReached('owner', ofOwner);
    if (
      await this.change(organization, (usage) =>
        reserving(usage, key, stored.bytes, ofOrganization),
      )
    )
      return;
    await this.unreserve(key, stored);
    throw new FileQuotaReached('organization', ofOrganization);
  }

  /** Whether that could be reserved now. @throws FileQuotaReached */
  async check(key: string, stored: Stored, { ofOwner, ofOrganization }: FileQuotas): Promise<void> {
    const [owner, organization] = idsOf(stored);
    const fits = async (id: string, most: number) =>
      reserving(
        (await this.secrets.get<Usage>('file-usage', id))?.value,
        key,
        stored.bytes,
        most,
      ) !== undefined;
    if (!(await fits(owner, ofOwner))) throw new FileQuotaReached('owner', ofOwner);
    if (!(await fits(organization, ofOrganization)))
      throw new FileQuotaReached('organization', ofOrganization);
  }

  /** Its record is kept: its bytes count until they are released. */
  async confirm(key: string, stored: Whose): Promise<void> {
    for (const id of idsOf(stored)) await this.change(id, (usage) => ended(usage, key, 0));
  }

  /** Releases the reservation of an upload that will not be stored. */
  async unreserve(key: string, stored: Whose): Promise<void> {
    for (const id of idsOf(stored))
      await this.change(id, (usage) => ended(usage, key, usage?.reserved?.[key] ?? 0));
  }

  /** A file that was kept is there no more. */
  async release(key: string, stored: Stored): Promise<void> {
    for (const id of idsOf(stored))
      await this.change(id, (usage) => ended(usage, key, stored.bytes));
  }

  /** Whether the quota allows it. */
  private async change(id: string, to: (usage?: Usage) => Usage | undefined): Promise<boolean> {
    let isAllowed = true;
    await this.secrets.update<Usage>('file-usage', id, (usage) => {
      const changed = to(usage);
      isAllowed = changed !== undefined;
      return changed && changed !== usage ? { value: changed } : undefined;
    });
    return isAllowed;
  }
}

const idsOf = ({ owner, organizationId }: Whose) =>
  [`owner ${owner}`, `organization ${organizationId}`] as const;

const nothing: Usage = { bytes: 0 };

/** Undefined where the quota does not allow it. */
function reserving(
  usage: Usage = nothing,
  key: string,
  bytes: number,
  most: number,
): Usage | undefined {
  const sum = usage.bytes - (usage.reserved?.[key] ?? 0) + bytes;
  return sum > most ? undefined : { bytes: sum, reserved: { ...usage.reserved, [key]: bytes } };
}

/** Nothing is on its way under the key any more, and so many bytes are released. */
function ended(usage: Usage = nothing, key: string, released: number): Usage {
  const { [key]: reserved, ...others } = usage.reserved ?? {};
  if (reserved === undefined && released === 0) return usage;
  return { bytes: Math.max(0, usage.bytes - released), reserved: others };
}
