import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MoneyPeriod } from '#domain/leads/money-periods.js';
import { answerOf } from '../records/answer.js';
import { usePastAnswer } from '../records/past-answer.js';

interface MoneyParams {
  readonly period?: MoneyPeriod;
  readonly member?: string;
}

/**
 * Money of a period. Besides `dashboard` it names the views whose sums it shows, because only the
 * dashboard's code turns their changes into changes of `dashboard`.
 */
const moneyAnswer = (params: MoneyParams = {}) =>
  answerOf('/api/money', ['dashboard', 'lead-list', 'customer-list', 'bill-list'], params);

/** Money of a period, as of the screen's day. */
export function useMoney(params: MoneyParams = {}) {
  return useQuery({
    ...(usePastAnswer('/api/money', params) ?? moneyAnswer(params)),
    placeholderData: keepPreviousData,
  });
}
