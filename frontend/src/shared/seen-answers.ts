import type { InfiniteData } from '@tanstack/react-query';
import type { List } from '#domain/kernel/views.js';
import { queryClient } from '../lib/query-client.js';

/** What this device has seen of the server, and keeps for when there is no network, by the name that its queries begin with. */
export const seenAnswers = <Answer>(name: string): readonly Answer[] =>
  queryClient.getQueriesData<Answer>({ queryKey: [name] }).flatMap(([, answer]) => answer ?? []);

/** The same of a list: the rows of all its pages, whatever it was filtered by. */
export const seenRows = <Item>(name: string): readonly Item[] =>
  seenAnswers<InfiniteData<List<Item>>>(name).flatMap(({ pages }) => pages.flatMap(({ items }) => items));
