import type { UseQueryResult } from '@tanstack/react-query';

type Asked = Pick<UseQueryResult, 'data' | 'isPlaceholderData' | 'isError' | 'errorUpdateCount'>;

/**
 * Nothing has come yet and it failed before, also while it is asked again. TanStack Query calls
 * that pending, so that a screen which says what failed would turn into its skeleton and back with
 * every change that is told.
 */
export const hasFailed = ({ data, isPlaceholderData, isError, errorUpdateCount }: Asked): boolean =>
  (data === undefined || isPlaceholderData) && (isError || errorUpdateCount > 0);
