import { msg } from '@lingui/core/macro';
import { type Outcome, outcomes } from '#domain/leads/lead.values.js';
import { i18n, type Names, translated } from '../../words/i18n.js';

/** Names of outcomes whose usual name is about a call. */
const visitOutcomeNames: Partial<Names<string>> = {
  Spoke: msg`Met`,
  'No answer': msg`Nobody there`,
};

/** Outcome of a visit in words. */
export function visitOutcomeText(outcome: string): string {
  const name = visitOutcomeNames[outcome];
  return name ? i18n._(name) : translated(outcome);
}

/** Outcomes of a visit: all but `Visit fixed`, which plans one. */
export const visitOutcomes: readonly Outcome[] = outcomes.filter(
  (outcome) => outcome !== 'Visit fixed',
);
