import { t } from '@lingui/core/macro';
import { ChevronRight, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { allLeadsPath } from '../kit/leads/figure-links.js';
import {
  GapRows,
  NudgeButton,
  ReasonText,
  ReassignButton,
  useNeedsHelp,
  useReasons,
  useReassignDialog,
} from '../kit/team/needs-help.js';
import { Link } from '../ui/buttons/link.js';
import { Icon } from '../ui/display/icon.js';
import { QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Card } from '../ui/layout/surface.js';

/** Reasons that are no gaps of leads; each links to its follow-ups or visits. */
const reasonsWithoutGap: readonly string[] = ['inactive', 'overdue'];

/** Work that a member neglects, with the ways to help. */
export function MemberHelp({ memberId }: { memberId: string }): ReactNode {
  const help = useNeedsHelp();
  const reasonsOf = useReasons();
  const { reassign, dialog } = useReassignDialog();
  return (
    <Card
      title={t`Needs help`}
      headerEnd={
        <Link to={allLeadsPath(memberId)} className="link label">
          {t`All leads`}
        </Link>
      }
    >
      <QueryStates
        inCard
        query={help}
        failed={t`Failed to load who needs help`}
        label={t`Loading who needs help`}
        skeleton={<SkeletonRows count={3} />}
      >
        {({ members }) => {
          const person = members.find((each) => each.memberId === memberId);
          if (person === undefined)
            return <p className="card-b label pt-1.5 text-ink-2">{t`Nothing is left undone.`}</p>;
          const reasons = reasonsOf(person);
          return (
            <>
              <ul className="rows">
                {reasons
                  .filter(({ name }) => reasonsWithoutGap.includes(name))
                  .map((reason) => (
                    <li key={reason.name}>
                      <Link to={reason.to} className="list-row is-link max-md:min-h-13">
                        <Icon icon={CircleAlert} className="text-warning-ink" />
                        <span className="label grow">
                          <ReasonText reason={reason} />
                        </span>
                        <Icon icon={ChevronRight} size="s" className="text-ink-3" />
                      </Link>
                    </li>
                  ))}
                <GapRows gaps={person} member={memberId} />
              </ul>
              <div className="flex flex-wrap gap-2 px-4 pt-2 pb-4 *:flex-1">
                <NudgeButton person={person} reasons={reasons} label={t`Nudge about these`} />
                <ReassignButton person={person} onReassign={reassign} />
              </div>
            </>
          );
        }}
      </QueryStates>
      {dialog}
    </Card>
  );
}
