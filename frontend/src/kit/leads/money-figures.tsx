import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { QueryFigure, Figure } from '../../ui/display/figure-card.js';
import { leadsConvertedPath, quotedLeadsPath } from './figure-links.js';
import { useMoney } from './money-query.js';

/** Quoted money, and money won this month, of all leads that the asker sees. */
export function MoneyFigures(): ReactNode {
  const money = useMoney();
  return (
    <>
      <QueryFigure query={money} label={t`Quoted, open`}>
        {({ quoted }) => (
          <Figure to={quotedLeadsPath()} label={t`Quoted, open`} value={quoted.paise} isMoney />
        )}
      </QueryFigure>
      <QueryFigure query={money} label={t`Won this month`}>
        {({ won, from, to }) => (
          <Figure
            to={leadsConvertedPath(from, to)}
            label={t`Won this month`}
            value={won.paise}
            isMoney
          />
        )}
      </QueryFigure>
    </>
  );
}
