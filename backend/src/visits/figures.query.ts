import { Clock } from '#platform/common/clock.js';
import { Views } from '#platform/read-side/read-store/views.js';
import type { Charts, Leaderboard, NeedsHelp, TeamWork } from '#domain/visits/visit.views.js';
import {
  findLastVisitDay,
  countLosses,
  countQuietDays,
  toDayTotals,
  visitsKey,
} from '#domain/visits/day-figures.js';
import {
  isRanked,
  lastDays,
  LEADERBOARD_DAYS,
  rankChanges,
  rankMembers,
  WEEK_DAYS,
  weeksOf,
} from '#domain/visits/leaderboard.js';
import { type LeaderboardParams, visitQueries } from '#domain/visits/visit.queries.js';
import { openStatuses } from '#domain/leads/lead.values.js';
import { compareNames } from '#domain/kernel/order.js';
import { countsEverything } from '#domain/kernel/policy.js';
import { dayAfter, dayIn } from '#domain/kernel/values/days.js';
import type { PersonRef } from '#domain/kernel/views.js';
import { dayKey, leaderboard } from '#projections/leads/leaderboard.projection.js';
import {
  countBetween,
  dueByDay,
  dueCountKeys,
  followUps,
} from '#projections/leads/follow-ups.projection.js';
import {
  countWaiting,
  leadCountKey,
  leadGapKeys,
  leadList,
  oldestWaiting,
  quotedAmount,
} from '#projections/leads/lead-list.projection.js';
import {
  type OrganizationDocument,
  organizationView,
} from '#projections/organizations/organization.projection.js';
import type { MemberDocument } from '#projections/organizations/team.projection.js';
import { Controller, Get, Injectable, Query as QueryParams } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { AsMember, type Asker } from '../auth/caller.js';
import { findMembers } from '../auth/people/members.js';
import { PersonNames } from '../auth/people/names.js';
import { SchemaPipe } from '../http/schema.pipe.js';

export class GetLeaderboard extends Query<Leaderboard> {
  constructor(
    readonly asker: Asker,
    readonly params: LeaderboardParams,
  ) {
    super();
  }
}

export class GetCharts extends Query<Charts> {
  constructor(readonly asker: Asker) {
    super();
  }
}

export class GetNeedsHelp extends Query<NeedsHelp> {
  constructor(readonly asker: Asker) {
    super();
  }
}

export class GetTeamWork extends Query<TeamWork> {
  constructor(readonly asker: Asker) {
    super();
  }
}

type CountedMember = PersonRef & Pick<MemberDocument, 'role' | 'joinedAt'>;

/** Reads members and daily figures for the leaderboard and the charts. */
@Injectable()
export class Figures {
  constructor(
    private readonly views: Views,
    private readonly names: PersonNames,
    private readonly clock: Clock,
  ) {}

  async loadMembers({ organizationId }: Asker): Promise<readonly CountedMember[]> {
    const members = await findMembers(this.views, organizationId);
    const person = await this.names.load(members.map(({ memberId }) => memberId));
    return members.map(({ memberId, role, joinedAt }) => ({ ...person(memberId), role, joinedAt }));
  }

  today = ({ timeZone }: Asker): string => dayIn(timeZone, this.clock.now());

  /** Figures of each of the last days, oldest first. */
  async loadDays(asker: Asker, count = LEADERBOARD_DAYS) {
    const { organizationId } = asker;
    const days = lastDays(this.today(asker), count);
    const sums = await this.views.getSums(leaderboard, organizationId, days.map(dayKey));
    return days.map((day) => ({ day, figures: sums.get(dayKey(day)) ?? {} }));
  }

  /** Days since the last visit, for sales members who have made none for long. */
  findQuietMembers(
    asker: Asker,
    members: readonly CountedMember[],
    days: Parameters<typeof countQuietDays>[2],
  ): ReadonlyMap<string, number> {
    const daysByMember = members
      .filter(({ role }) => role === 'sales')
      .map(
        ({ id, joinedAt }) =>
          [id, countQuietDays(id, () => dayIn(asker.timeZone, joinedAt), days)] as const,
      );
    return new Map(
      daysByMember.flatMap(([id, quietDays]) => (quietDays === undefined ? [] : [[id, quietDays]])),
    );
  }

  /** Overdue follow-ups of each member, with the day of the earliest. */
  async countOverdue(asker: Asker, members: readonly CountedMember[]) {
    const due = await this.views.getSums(
      followUps,
      asker.organizationId,
      members.flatMap(({ id }) => dueCountKeys(id)),
    );
    const today = this.today(asker);
    return members.map(({ id, name }) => {
      const { byDay } = dueByDay(due, id);
      const days = Object.keys(byDay).filter((day) => day < today && byDay[day]! > 0);
      const overdue = countBetween(byDay, '', dayAfter(today, -1));
      return { memberId: id, name, overdue, since: days.toSorted()[0] };
    });
  }

  /** Returns a function that counts the leads with gaps of one member, or of everybody. */
  async loadGaps(asker: Asker, memberIds: readonly string[]) {
    const keysOf = (assignedTo?: string) =>
      leadGapKeys(assignedTo === undefined ? {} : { assignedTo });
    const keys = [undefined, ...memberIds].flatMap((id) => Object.values(keysOf(id)));
    const sums = await this.views.getSums(leadList, asker.organizationId, keys);
    const today = this.today(asker);
    return (memberId?: string) => {
      const { undated, unanswered, unreplied, unrepliedPaise } = keysOf(memberId);
      const unansweredSince = oldestWaiting('unanswered', today, sums.get(unanswered));
      return {
        undated: Object.values(sums.get(undated) ?? {}).reduce((sum, count) => sum + count, 0),
        unanswered: countWaiting('unanswered', today, sums.get(unanswered)),
        ...(unansweredSince !== undefined && { unansweredSince }),
        unreplied: countWaiting('unreplied', today, sums.get(unreplied)),
        unrepliedPaise: countWaiting('unreplied', today, sums.get(unrepliedPaise)),
      };
    };
  }
}

/** Leaderboard: all rows for admins or if the organization opens it, else the asker's own row. */
@QueryHandler(GetLeaderboard)
export class GetLeaderboardHandler implements IQueryHandler<GetLeaderboard> {
  constructor(
    private readonly figures: Figures,
    private readonly views: Views,
  ) {}

  async execute({ asker, params: { by } }: GetLeaderboard): Promise<Leaderboard> {
    const [members, allDays, seesAll] = await Promise.all([
      this.figures.loadMembers(asker),
      this.figures.loadDays(asker, LEADERBOARD_DAYS + WEEK_DAYS),
      this.maySeeAll(asker),
    ]);
    const days = allDays.slice(-LEADERBOARD_DAYS);
    const competing = members.filter((member) =>
      isRanked(
        member,
        allDays.map(({ figures }) => figures),
      ),
    );
    const rankOnDays = (rankedDays: typeof allDays) =>
      rankMembers(
        competing,
        rankedDays.map(({ figures }) => figures),
        by,
      );
    const rows = rankOnDays(days);
    const rankChangeOf = rankChanges(rows, rankOnDays(allDays.slice(0, LEADERBOARD_DAYS)));
    const shown = seesAll ? rows : rows.filter(({ memberId }) => memberId === asker.id);
    const quiet = this.figures.findQuietMembers(asker, members, days);
    const items = shown.map((row) => {
      const [quietDays, placesUp] = [quiet.get(row.memberId), rankChangeOf.get(row.memberId)];
      return {
        ...row,
        ...(quietDays !== undefined && { quietDays }),
        ...(placesUp !== undefined && { placesUp }),
      };
    });
    return { items, of: rows.length };
  }

  private async maySeeAll({ role, organizationId }: Asker): Promise<boolean> {
    if (countsEverything(role)) return true;
    return (
      (await this.views.getOne<OrganizationDocument>(organizationView, '', organizationId))
        ?.leaderboardOpen === true
    );
  }
}

@QueryHandler(GetCharts)
export class GetChartsHandler implements IQueryHandler<GetCharts> {
  constructor(private readonly figures: Figures) {}

  async execute({ asker }: GetCharts): Promise<Charts> {
    const [members, days] = await Promise.all([
      this.figures.loadMembers(asker),
      this.figures.loadDays(asker),
    ]);
    const overdueByMember = (await this.figures.countOverdue(asker, members))
      .filter(({ overdue }) => overdue > 0)
      .map(({ since: _, ...count }) => count)
      .sort((one, other) => other.overdue - one.overdue);
    return {
      days: days.map(({ day, figures }) => toDayTotals(day, figures)),
      overdueByMember,
      losses: countLosses(days.map(({ figures }) => figures)),
    };
  }
}

/** Lists members who may need an admin's help, the most urgent first, and neglected work. */
@QueryHandler(GetNeedsHelp)
export class GetNeedsHelpHandler implements IQueryHandler<GetNeedsHelp> {
  constructor(private readonly figures: Figures) {}

  async execute({ asker }: GetNeedsHelp): Promise<NeedsHelp> {
    const { figures } = this;
    const [members, days] = await Promise.all([
      figures.loadMembers(asker),
      figures.loadDays(asker),
    ]);
    const [overdue, gapsOf] = await Promise.all([
      figures.countOverdue(asker, members),
      figures.loadGaps(
        asker,
        members.map(({ id }) => id),
      ),
    ]);
    const quiet = figures.findQuietMembers(asker, members, days);
    return {
      members: overdue
        .map(({ since, ...member }) => {
          const quietDays = quiet.get(member.memberId);
          return {
            ...member,
            ...(since !== undefined && { overdueSince: since }),
            ...(quietDays !== undefined && { quietDays }),
            ...findLastVisitDay(member.memberId, days),
            ...gapsOf(member.memberId),
          };
        })
        .filter(
          ({ quietDays, ...work }) =>
            quietDays !== undefined ||
            work.overdue + work.unanswered + work.undated + work.unreplied > 0,
        )
        .sort(
          (one, other) =>
            other.unrepliedPaise - one.unrepliedPaise ||
            (other.quietDays ?? 0) - (one.quietDays ?? 0) ||
            other.overdue - one.overdue ||
            other.unanswered - one.unanswered ||
            other.undated - one.undated ||
            compareNames(one.name, other.name),
        ),
      ...gapsOf(),
    };
  }
}

/** Open work of each member, from sums. */
@QueryHandler(GetTeamWork)
export class GetTeamWorkHandler implements IQueryHandler<GetTeamWork> {
  constructor(
    private readonly figures: Figures,
    private readonly views: Views,
  ) {}

  async execute({ asker }: GetTeamWork): Promise<TeamWork> {
    const [members, days] = await Promise.all([
      findMembers(this.views, asker.organizationId),
      this.figures.loadDays(asker),
    ]);
    const keyOf = (memberId: string): string => leadCountKey({ assignedTo: memberId });
    const sums = await this.views.getSums(
      leadList,
      asker.organizationId,
      members.map(({ memberId }) => keyOf(memberId)),
    );
    return {
      members: members.map(({ memberId }) => {
        const leads = sums.get(keyOf(memberId)) ?? {};
        const countVisits = ({ figures }: (typeof days)[number]): number =>
          figures[visitsKey(memberId)] ?? 0;
        return {
          memberId,
          openLeads: openStatuses.reduce((open, status) => open + (leads[status] ?? 0), 0),
          quotedPaise: leads[quotedAmount('Quoted')] ?? 0,
          weekVisits: days.slice(-WEEK_DAYS).reduce((visits, day) => visits + countVisits(day), 0),
          ...findLastVisitDay(memberId, days),
          weeks: weeksOf(
            memberId,
            days.map(({ figures }) => figures),
          ),
        };
      }),
    };
  }
}

@Controller()
export class FiguresController {
  constructor(private readonly queries: QueryBus) {}

  @Get(visitQueries.GetLeaderboard.path)
  leaderboard(
    @AsMember() asker: Asker,
    @QueryParams(new SchemaPipe(visitQueries.GetLeaderboard.params)) params: LeaderboardParams,
  ): Promise<Leaderboard> {
    return this.queries.execute(new GetLeaderboard(asker, params));
  }

  @Get(visitQueries.GetNeedsHelp.path)
  needsHelp(@AsMember() asker: Asker): Promise<NeedsHelp> {
    return this.queries.execute(new GetNeedsHelp(asker));
  }

  @Get(visitQueries.GetTeamWork.path)
  teamWork(@AsMember() asker: Asker): Promise<TeamWork> {
    return this.queries.execute(new GetTeamWork(asker));
  }

  @Get(visitQueries.GetCharts.path)
  charts(@AsMember() asker: Asker): Promise<Charts> {
    return this.queries.execute(new GetCharts(asker));
  }
}
