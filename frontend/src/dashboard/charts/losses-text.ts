import { plural, t } from '@lingui/core/macro';
import type { LossReason } from '#domain/visits/day-figures.js';
import type { Charts as Figures } from '#domain/visits/visit.views.js';
import { grouped } from '../../ui/display/format.js';
import { translated } from '../../words/i18n.js';

export const lossName = (reason: LossReason): string =>
  reason === 'Other' ? t`Other reasons` : translated(reason);

/** How much more often than the next reason the most named one is named, to be the conclusion. */
const CLEAR_LEAD = 1.25;

/** Conclusion about lost leads: the reason that is clearly named most, or that there is none. */
export function lossesText(losses: Figures['losses']): string {
  const all = losses.reduce((sum, { leads }) => sum + leads, 0);
  if (all === 0) return t`No lead was lost.`;
  const [first, second] = losses.filter(({ reason }) => reason !== 'Other');
  if (first === undefined) return plural(all, { one: '# lead lost', other: '# leads lost' });
  const [reasonName, firstText] = [lossName(first.reason), grouped(first.leads)];
  const allText = grouped(all);
  if (second !== undefined && first.leads < second.leads * CLEAR_LEAD)
    return t`No reason stands out among ${allText} lost leads`;
  return t`${reasonName} is the most named reason: ${firstText} of ${allText}`;
}
