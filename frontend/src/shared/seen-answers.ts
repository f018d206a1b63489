import type { InfiniteData } from '@tanstack/react-query';
import type { AnswerAt, QueryPath } from '#domain/queries.js';
import { queryClient } from '../lib/query-client.js';
import { nameOf } from './answer.js';
import type { ListPath, PageAt } from './list-query.js';

/** What this device has seen of the server, and keeps for when there is no network, by the name that its queries begin with. */
export const seenUnder = <Answer>(name: string): readonly Answer[] =>
  queryClient.getQueriesData<Answer>({ queryKey: [name] }).flatMap(([, answer]) => answer ?? []);

export const seenAnswers = <Path extends QueryPath>(path: Path): readonly AnswerAt<Path>[] => seenUnder(nameOf(path));

/** The same of a list: the rows of all its pages, whatever it was filtered by. */
export const seenRows = <Path extends ListPath>(path: Path): readonly PageAt<Path>['items'][number][] =>
  seenUnder<InfiniteData<PageAt<Path>>>(nameOf(path)).flatMap(({ pages }) => pages.flatMap(({ items }) => items));
