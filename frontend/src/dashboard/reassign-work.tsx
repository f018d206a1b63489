import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { tableRows } from '#domain/kernel/query.values.js';
import type { LeadGap } from '#domain/leads/lead.values.js';
import type { NeedsHelp } from '#domain/visits/visit.views.js';
import { gapNames } from '../kit/leads/lead-names.js';
import ReassignDialog from '../kit/leads/reassign-dialog.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { counted } from '../kit/texts/nouns.js';
import { ChipGroup } from '../ui/inputs/choice.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { i18n } from '../words/i18n.js';

/** Undone work that is given away: leads with a gap, or with overdue follow-ups. */
type Work = LeadGap | 'overdue';
/** The most urgent work first. */
const works = ['overdue', 'unreplied', 'unanswered', 'undated'] as const satisfies readonly Work[];

/** Gives the leads behind one figure of a member to another member, a page at a time. */
export default function ReassignWork({
  person,
  open,
  onClose,
}: DialogState & { person: NeedsHelp['members'][number] }): ReactNode {
  const { memberId, name } = person;
  const undone = works.filter((work) => person[work] > 0);
  const [work, setWork] = useState<Work>(undone[0] ?? 'undated');
  const { leads, isWhole } = useLeadsOf(memberId, work);
  const count = counted(leads.length, 'lead');
  return (
    <ReassignDialog leads={leads} description={name} open={open} onClose={onClose} onDone={onClose}>
      <ChipGroup
        label={t`Which leads`}
        name="reassign-work"
        options={undone.map((value) => ({
          value,
          label: value === 'overdue' ? t`Overdue` : i18n._(gapNames[value]),
        }))}
        value={work}
        onValue={setWork}
      />
      {!isWhole && (
        <p className="meta">{t`The first ${count}. The others stay until next time.`}</p>
      )}
    </ReassignDialog>
  );
}

/** Leads of the first page of the list behind a figure, each once. */
function useLeadsOf(memberId: string, work: Work) {
  const withGap = useListQuery('/api/leads', {
    assignedTo: memberId,
    gap: work === 'overdue' ? 'undated' : work,
    rows: tableRows,
  });
  const due = useListQuery('/api/follow-ups', { member: memberId, group: 'overdue' });
  const { items, hasNextPage, isPlaceholderData } = work === 'overdue' ? due : withGap;
  const leads = isPlaceholderData
    ? []
    : [...new Map(items.map((item) => [item.leadId, item])).values()];
  return { leads, isWhole: !hasNextPage };
}
