import {
  type HistoryParams,
  type StateParams,
  historyQueries,
} from '#domain/history/history.queries.js';
import { type HistoryKind, historyKinds } from '#domain/history/history.values.js';
import type { RecordHistory, RecordState, Verification } from '#domain/history/history.views.js';
import {
  Controller,
  type DynamicModule,
  Get,
  Module,
  Param,
  type Provider,
  Query,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import { AuthModule } from '../auth/auth.module.js';
import { AsMember, type Asker } from '../auth/caller.js';
import { problem } from '../http/problems/problem.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import {
  GetHistory,
  GetHistoryHandler,
  GetStateInHistory,
  GetStateInHistoryHandler,
} from './history.query.js';
import { AsOfInterceptor } from './as-of.interceptor.js';
import { HistoryPages } from './history-pages.js';
import { PastDays } from './past-days.js';
import { RecordPast } from './record-past.js';
import { Verifications } from './verifications.js';

const {
  GetHistory: history,
  GetStateInHistory: state,
  GetVerification: verification,
} = historyQueries;

/** @throws Problem for a kind of record without a history */
function parseKind(name: string): HistoryKind {
  const kind = historyKinds.find((known) => known === name);
  if (kind === undefined) throw problem('unknown-path');
  return kind;
}

@Controller()
class HistoryController {
  constructor(
    private readonly queries: QueryBus,
    private readonly verifications: Verifications,
  ) {}

  @Get(history.path)
  history(
    @AsMember() asker: Asker,
    @Param('kind') kind: string,
    @Param('id') id: string,
    @Query(new SchemaPipe(history.params)) { after }: HistoryParams,
  ): Promise<RecordHistory> {
    return this.queries.execute(new GetHistory(asker, parseKind(kind), id, after));
  }

  @Get(verification.path)
  verify(
    @AsMember() asker: Asker,
    @Param('kind') kind: string,
    @Param('id') id: string,
  ): Promise<Verification> {
    return this.verifications.verify(asker, parseKind(kind), id);
  }

  @Get(state.path)
  state(
    @AsMember() asker: Asker,
    @Param('kind') kind: string,
    @Param('id') id: string,
    @Query(new SchemaPipe(state.params)) { at }: StateParams,
  ): Promise<RecordState> {
    return this.queries.execute(new GetStateInHistory(asker, parseKind(kind), id, at));
  }
}

/** Histories of records, for auditors. */
@Module({})
export class HistoryModule {
  /** @param pastParts providers of `PastDetails`, `PastProjections` and `PastQueries` */
  static forRoot(pastParts: readonly Provider[]): DynamicModule {
    return {
      module: HistoryModule,
      imports: [AuthModule],
      controllers: [HistoryController],
      providers: [
        ...pastParts,
        RecordPast,
        HistoryPages,
        PastDays,
        Verifications,
        GetHistoryHandler,
        GetStateInHistoryHandler,
        { provide: APP_INTERCEPTOR, useClass: AsOfInterceptor },
      ],
    };
  }
}
