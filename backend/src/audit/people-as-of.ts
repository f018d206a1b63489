import { accountEvents } from '#domain/accounts/account.events.js';
import type { Role } from '#domain/kernel/policy.js';
import {
  EventLog,
  type Position,
  type RecordedEvent,
  readUndamaged,
  withoutPlaceholders,
} from '#platform/event-log/event-log.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { readOrSubstitute } from './read-or-substitute.js';

type RoleChange = { readonly position: Position; readonly role: Role | undefined };
type NameChange = { readonly position: Position; readonly name: string };
type RoleHistory = {
  readonly revision: number;
  readonly byMember: ReadonlyMap<string, readonly RoleChange[]>;
};

/** Organizations whose memberships are kept. */
const MAX_CACHED_ORGANIZATIONS = 200;

/** Members and former members of an organization, with roles and names as of positions. */
export class OrganizationPeople {
  private readonly names = new Map<string, Promise<readonly NameChange[]>>();

  constructor(
    private readonly roleChanges: RoleHistory['byMember'],
    private readonly readNames: (accountId: string) => Promise<readonly NameChange[]>,
  ) {}

  /** Ids of everybody who ever was a member. */
  get ids(): readonly string[] {
    return [...this.roleChanges.keys()];
  }

  isKnown(id: string): boolean {
    return this.roleChanges.has(id);
  }

  /** Role right before an event; a founder has the role that follows. */
  findRole(id: string, position: Position): Role | undefined {
    const changes = this.roleChanges.get(id) ?? [];
    const last = changes.findLast((change) => change.position < position);
    return last ? last.role : changes[0]?.role;
  }

  wasMember(id: string, position: Position): boolean {
    const last = this.roleChanges.get(id)?.findLast((change) => change.position < position);
    return last?.role !== undefined;
  }

  /** Name as of an event; empty for an erased or unknown account. */
  async findName(id: string, position: Position): Promise<string> {
    if (!this.isKnown(id)) return '';
    let names = this.names.get(id);
    if (!names) this.names.set(id, (names = this.readNames(id)));
    const changes = await names;
    const last = changes.findLast((change) => change.position <= position);
    return (last ?? changes[0])?.name ?? '';
  }
}

/** People of organizations as of past events, read from the log. */
@Injectable()
export class PeopleAsOf {
  private readonly histories = new LRUCache<string, RoleHistory>({ max: MAX_CACHED_ORGANIZATIONS });

  constructor(
    private readonly log: EventLog,
    private readonly sealing: Sealing,
  ) {}

  async loadOrganization(organizationId: string): Promise<OrganizationPeople> {
    const cached = this.histories.get(organizationId) ?? { revision: -1, byMember: new Map() };
    const stream = `organization-${organizationId}`;
    const events = await readUndamaged(this.log, stream, cached.revision + 1);
    const history = events.reduce<RoleHistory>(
      ({ byMember }, event) => ({
        revision: event.revision,
        byMember: addRoleChange(byMember, event),
      }),
      cached,
    );
    this.histories.set(organizationId, history);
    return new OrganizationPeople(history.byMember, (id) => this.loadNames(id));
  }

  private async loadNames(accountId: string): Promise<readonly NameChange[]> {
    const recorded = await readUndamaged(this.log, `account-${accountId}`);
    const events = await withoutPlaceholders(
      this.sealing.open(recorded.filter(({ type }) => Object.hasOwn(accountEvents, type))),
    );
    return events.flatMap(({ type, data, position }) =>
      type === 'AccountOpened' || type === 'ProfileChanged'
        ? [{ position, name: readOrSubstitute(() => (data as { readonly name: string }).name, '') }]
        : [],
    );
  }
}

type MemberData = { readonly memberId: string; readonly role?: Role; readonly to?: Role };

function addRoleChange(
  byMember: RoleHistory['byMember'],
  { type, data, position }: RecordedEvent,
): RoleHistory['byMember'] {
  const { memberId, role, to } = data as MemberData;
  const roleAfter = {
    MemberJoined: role,
    MemberRoleChanged: to,
    MemberRemoved: undefined,
    MemberLeft: undefined,
  };
  if (!Object.hasOwn(roleAfter, type)) return byMember;
  const change = { position, role: roleAfter[type as keyof typeof roleAfter] };
  return new Map(byMember).set(memberId, [...(byMember.get(memberId) ?? []), change]);
}
