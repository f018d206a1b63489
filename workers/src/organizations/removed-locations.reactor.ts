import { accountAggregate } from '#domain/accounts/account.aggregate.js';
import { type AccountEvent, accountEvents } from '#domain/accounts/account.events.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import {
  type OrganizationEvent,
  organizationEvents,
} from '#domain/organizations/organization.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import { Claims } from '#platform/write-side/claims.js';
import { OrganizationHistory } from '../organization-history.js';
import type { DerivedCommand, Reaction, Reactor } from '../reactor.js';
import { StreamHistory } from '../stream-history.js';

type Removed = MessageNamed<OrganizationEvent, 'LocationRemoved'>;
type Chosen = MessageNamed<AccountEvent, 'ProfileChanged' | 'LocationAssigned'>;

const { LocationRemoved } = organizationEvents;
const { ProfileChanged, LocationAssigned } = accountEvents;

/**
 * Takes a removed location away from members. Accounts and organizations are separate streams, so a
 * removal and a concurrent choice do not see each other; the later of the two revokes.
 */
@EventReactor()
export class RemovedLocations implements Reactor<Removed | Chosen> {
  readonly name = 'removed-locations';
  readonly events = { LocationRemoved, ProfileChanged, LocationAssigned };

  constructor(
    private readonly streams: StreamHistory,
    private readonly organizations: OrganizationHistory,
    private readonly claims: Claims,
  ) {}

  async react(event: RecordedEvent<Removed | Chosen>): Promise<Reaction> {
    const { locationId } = event.data;
    if (locationId === undefined) return {};
    const { id } = parseStream(event.stream);
    const organizationIds =
      event.type === 'LocationRemoved' ? [id] : await this.findOrganizations(id);
    const commands: DerivedCommand[] = [];
    for (const organizationId of organizationIds) {
      const organization = (await this.organizations.load(organizationId, event.position)).asOf(
        event.position,
      );
      const isStillThere = organization?.locations.some((each) => each.locationId === locationId);
      if (!organization || isStillThere) continue;
      const memberIds = [...organization.members.keys()].filter(
        (memberId) => event.type === 'LocationRemoved' || memberId === id,
      );
      const revocations = await Promise.all(
        memberIds.map((memberId) =>
          this.createRevocations(memberId, locationId, organizationId, event),
        ),
      );
      commands.push(...revocations.flat());
    }
    return { commands };
  }

  /** Organizations that the account is or was a member of. */
  private async findOrganizations(accountId: string): Promise<readonly string[]> {
    const claim = this.claims.claimName({ kind: 'membership', value: accountId }, undefined);
    return (await this.claims.findPastHolders(claim)).map((stream) => parseStream(stream).id);
  }

  private async createRevocations(
    accountId: string,
    locationId: string,
    organizationId: string,
    { position, metadata }: RecordedEvent<Removed | Chosen>,
  ): Promise<readonly DerivedCommand[]> {
    const to = `account-${accountId}`;
    const account = await this.streams.loadState(accountAggregate, to, position);
    if (account.phase !== 'open' || account.locationId !== locationId) return [];
    const command = {
      type: 'RevokeLocation' as const,
      data: { accountId, locationId, choicesBefore: account.locationChoices },
    };
    return [{ command, actorId: metadata.actorId, organizationId, to }];
  }
}
