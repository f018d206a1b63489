import type { RecordHistory, RecordState } from '#domain/history/history.views.js';
import type { HistoryKind } from '#domain/history/history.values.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Asker } from '../auth/caller.js';
import { HistoryPages } from './history-pages.js';
import { RecordPast } from './record-past.js';

export class GetHistory extends Query<RecordHistory> {
  constructor(
    readonly asker: Asker,
    readonly kind: HistoryKind,
    readonly id: string,
    readonly after: string | undefined,
  ) {
    super();
  }
}

export class GetStateInHistory extends Query<RecordState> {
  constructor(
    readonly asker: Asker,
    readonly kind: HistoryKind,
    readonly id: string,
    readonly revision: number,
  ) {
    super();
  }
}

@QueryHandler(GetHistory)
export class GetHistoryHandler implements IQueryHandler<GetHistory> {
  constructor(private readonly pages: HistoryPages) {}

  execute({ asker, kind, id, after }: GetHistory): Promise<RecordHistory> {
    return this.pages.loadPage({ asker, kind, id, after });
  }
}

@QueryHandler(GetStateInHistory)
export class GetStateInHistoryHandler implements IQueryHandler<GetStateInHistory> {
  constructor(private readonly past: RecordPast) {}

  execute({ asker, kind, id, revision }: GetStateInHistory): Promise<RecordState> {
    return this.past.loadState(asker, kind, id, revision);
  }
}
