import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { tableRows } from '#domain/kernel/query.values.js';
import type { LeadGap } from '#domain/leads/lead.values.js';
import type { NeedsHelp } from '#domain/visits/visit.views.js';
import { gapNames } from '../leads/lead-names.js';
import ReassignDialog from '../leads/reassign-dialog.js';
import { useListQuery } from '../lists/list-query.js';
import { countedNoun } from '../texts/nouns.js';
import { QueryStates, Skeleton } from '../../ui/feedback/states.js';
import { ChipGroup } from '../../ui/inputs/choice.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';
import { i18n } from '../../words/i18n.js';

/** Open work to reassign: leads with a gap, or with overdue follow-ups. */
type Work = LeadGap | 'overdue';
/** The most urgent work first. */
const workKinds = [
  'overdue',
  'unreplied',
  'unanswered',
  'undated',
] as const satisfies readonly Work[];

/** Gives the leads behind one figure of a member to another member, a page at a time. */
export default function ReassignWork({
  person,
  open,
  onClose,
}: DialogState & { person: NeedsHelp['members'][number] }): ReactNode {
  const { memberId, name } = person;
  const openKinds = workKinds.filter((work) => person[work] > 0);
  const [chosenWork, setChosenWork] = useState<Work>();
  // work chosen when the dialog was open before may be done by now
  const work = openKinds.find((each) => each === chosenWork) ?? openKinds[0] ?? 'undated';
  const query = useLeadsOf(memberId, work, open);
  const isLoaded = query.data !== undefined && !query.isPlaceholderData;
  const leads = isLoaded
    ? [...new Map(query.items.map((item) => [item.leadId, item])).values()]
    : [];
  const count = countedNoun(leads.length, 'lead');
  return (
    <ReassignDialog
      leads={leads}
      isWaiting={!isLoaded}
      description={name}
      open={open}
      onClose={onClose}
    >
      <ChipGroup
        label={t`Which leads`}
        name="reassign-work"
        options={openKinds.map((value) => ({
          value,
          label: value === 'overdue' ? t`Overdue` : i18n._(gapNames[value]),
        }))}
        value={work}
        onValue={setChosenWork}
      />
      <QueryStates
        inCard
        query={query}
        failed={work === 'overdue' ? t`Failed to load follow-ups` : t`Failed to load leads`}
        label={t`Loading leads`}
        skeleton={<Skeleton width="12rem" />}
        isWaiting={!isLoaded}
      >
        {() =>
          query.hasNextPage && (
            <p className="meta">{t`The first ${count}. The others stay until next time.`}</p>
          )
        }
      </QueryStates>
    </ReassignDialog>
  );
}

/** First page of the list behind a figure. */
function useLeadsOf(memberId: string, work: Work, open: boolean) {
  const withGap = useListQuery(
    '/api/leads',
    { assignedTo: memberId, gap: work === 'overdue' ? 'undated' : work, rows: tableRows },
    { enabled: open && work !== 'overdue' },
  );
  const withOverdue = useListQuery(
    '/api/follow-ups',
    { member: memberId, group: 'overdue' },
    { enabled: open && work === 'overdue' },
  );
  return work === 'overdue' ? withOverdue : withGap;
}
