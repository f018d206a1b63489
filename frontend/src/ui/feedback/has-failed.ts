import type { UseQueryResult } from '@tanstack/react-query';

type QueryState = Pick<
  UseQueryResult,
  'data' | 'isPlaceholderData' | 'isError' | 'errorUpdateCount'
>;

/**
 * Whether a query without data has failed before, even while it refetches. TanStack Query calls
 * that pending, which would swap error and skeleton at each refetch.
 */
export const hasFailed = ({
  data,
  isPlaceholderData,
  isError,
  errorUpdateCount,
}: QueryState): boolean =>
  (data === undefined || isPlaceholderData) && (isError || errorUpdateCount > 0);
