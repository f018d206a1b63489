import { plural, t } from '@lingui/core/macro';
import { CircleDot, UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { LeadStatus } from '#domain/leads/lead.values.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { useCommandForEach } from '../../kit/commands/use-command-for-each.js';
import { SelectionBar } from '../../kit/lists/row-selection.js';
import { countedNoun } from '../../kit/texts/nouns.js';
import { Button } from '../../ui/buttons/button.js';
import { LazyMenu } from '../../ui/overlays/lazy-menu.js';
import { lazyPart } from '../../ui/loading/code.js';
import { LazyMount } from '../../ui/loading/lazy-mount.js';
import { translated } from '../../words/i18n.js';

const ReassignDialog = lazyPart(() => import('../../kit/leads/reassign-dialog.js'));

/** Statuses that can be set without further input. */
const plainStatuses = ['New', 'Contacted', 'Quoted'] as const satisfies readonly LeadStatus[];

/** Actions on the selected leads. */
export function SelectedLeads({
  selected,
  isUnavailable,
  onClear,
}: {
  selected: readonly LeadItem[];
  isUnavailable: boolean;
  onClear: () => void;
}): ReactNode {
  const { send, busy, disabled } = useCommandForEach('ChangeLeadStatus', {
    failed: t`Failed to update status`,
    done: (count) => plural(count, { one: '# lead changed', other: '# leads changed' }),
    onDone: onClear,
  });
  const [isReassigning, setReassigning] = useState(false);
  const bar = (
    <SelectionBar
      label={t`Chosen leads`}
      count={countedNoun(selected.length, 'lead')}
      onClear={onClear}
    >
      <Button icon={UserRound} onClick={() => setReassigning(true)}>
        {t`Reassign`}
      </Button>
      <LazyMenu
        trigger={
          <Button icon={CircleDot} busy={busy} disabled={disabled}>
            {t`Status`}
          </Button>
        }
        entries={plainStatuses.map((status) => ({
          label: translated(status),
          onSelect: () =>
            send(
              selected
                .filter((lead) => lead.status !== status)
                .map(({ leadId }) => ({ leadId, status })),
            ),
        }))}
      />
    </SelectionBar>
  );
  return (
    <>
      {selected.length > 0 && bar}
      <LazyMount when={isReassigning}>
        <ReassignDialog
          leads={selected}
          isWaiting={isUnavailable}
          onDone={onClear}
          open={isReassigning}
          onClose={() => setReassigning(false)}
        />
      </LazyMount>
    </>
  );
}
