import { Clock } from '#platform/common/clock.js';
import { Views } from '#platform/read-side/read-store/views.js';
import { type Charts, type Leaderboard, boardDays, quietDays, ranked, totalsOf } from '#domain/visits/leaderboard.js';
import { visitQueries } from '#domain/visits/visit.queries.js';
import { dayIn } from '#domain/kernel/days.js';
import type { PersonRef } from '#domain/kernel/views.js';
import { boardKey, leaderboard } from '#projections/visits/leaderboard.projection.js';
import { dueBetween, followUpCountKey, followUps } from '#projections/leads/follow-ups.projection.js';
import { type OrganizationDocument, organizationView } from '#projections/organizations/organization.projection.js';
import type { MemberDocument } from '#projections/organizations/team.projection.js';
import { Controller, Get, Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { AsMember, type Asker } from '../auth/caller.js';
import { membersOf } from '../auth/members.js';
import { Names } from '../auth/names.js';

export class GetLeaderboard extends Query<Leaderboard> {
  constructor(readonly asker: Asker) {
    super();
  }
}

export class GetCharts extends Query<Charts> {
  constructor(readonly asker: Asker) {
    super();
  }
}

type BoardMember = PersonRef & Pick<MemberDocument, 'role' | 'joinedAt'>;

/** Whom and which days the leaderboard and the charts are about. */
@Injectable()
export class Board {
  constructor(
    private readonly views: Views,
    private readonly names: Names,
    private readonly clock: Clock,
  ) {}

  async members({ organizationId }: Asker): Promise<readonly BoardMember[]> {
    const members = await membersOf(this.views, organizationId);
    const person = await this.names.of(members.map(({ memberId }) => memberId));
    return members.map(({ memberId, role, joinedAt }) => ({ ...person(memberId), role, joinedAt }));
  }

  /** The figures of each of the last 30 days, the oldest first. */
  async days({ organizationId, timeZone }: Asker) {
    const days = boardDays(dayIn(timeZone, this.clock.now()));
    const sums = await this.views.sums(leaderboard, organizationId, days.map(boardKey));
    return days.map((day) => ({ day, figures: sums.get(boardKey(day)) ?? {} }));
  }
}

/** Everybody's for admins, and where the organization lets everyone see it; else one's own row. */
@QueryHandler(GetLeaderboard)
export class GetLeaderboardHandler implements IQueryHandler<GetLeaderboard> {
  constructor(
    private readonly board: Board,
    private readonly views: Views,
  ) {}

  async execute({ asker }: GetLeaderboard): Promise<Leaderboard> {
    const [members, days, seesAll] = await Promise.all([this.board.members(asker), this.board.days(asker), this.seesAll(asker)]);
    const rows = ranked(
      members,
      days.map(({ figures }) => figures),
    );
    const shown = seesAll ? rows : rows.filter(({ memberId }) => memberId === asker.id);
    const quiet = new Map(
      members.filter(({ role }) => role === 'sales').map(({ id, joinedAt }) => [id, quietDays(id, () => dayIn(asker.timeZone, joinedAt), days)]),
    );
    const items = shown.map((row) => {
      const silent = quiet.get(row.memberId);
      return { ...row, ...(silent !== undefined && { quietDays: silent }) };
    });
    return { items, of: rows.length };
  }

  private async seesAll({ role, organizationId }: Asker): Promise<boolean> {
    if (role === 'admin') return true;
    return (await this.views.one<OrganizationDocument>(organizationView, '', organizationId))?.leaderboardOpen === true;
  }
}

@QueryHandler(GetCharts)
export class GetChartsHandler implements IQueryHandler<GetCharts> {
  constructor(
    private readonly board: Board,
    private readonly views: Views,
    private readonly clock: Clock,
  ) {}

  async execute({ asker }: GetCharts): Promise<Charts> {
    const { views, clock } = this;
    const [members, days] = await Promise.all([this.board.members(asker), this.board.days(asker)]);
    const due = await views.sums(
      followUps,
      asker.organizationId,
      members.map(({ id }) => followUpCountKey(id)),
    );
    const today = dayIn(asker.timeZone, clock.now());
    return {
      days: days.map(({ day, figures }) => totalsOf(day, figures)),
      overdueByMember: members
        .map(({ id, name }) => {
          const byDay = due.get(followUpCountKey(id)) ?? {};
          return { memberId: id, name, overdue: dueBetween(byDay, '', today) - (byDay[today] ?? 0) };
        })
        .filter(({ overdue }) => overdue > 0)
        .sort((one, other) => other.overdue - one.overdue),
    };
  }
}

@Controller()
export class BoardController {
  constructor(private readonly queries: QueryBus) {}

  @Get(visitQueries.GetLeaderboard.path)
  leaderboard(@AsMember() asker: Asker): Promise<Leaderboard> {
    return this.queries.execute(new GetLeaderboard(asker));
  }

  @Get(visitQueries.GetCharts.path)
  charts(@AsMember() asker: Asker): Promise<Charts> {
    return this.queries.execute(new GetCharts(asker));
  }
}
