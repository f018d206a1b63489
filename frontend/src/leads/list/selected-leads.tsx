import { plural, t } from '@lingui/core/macro';
import { CircleDot, UserRound, X } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { LeadStatus } from '#domain/leads/lead.values.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { useCommandForEach } from '../../kit/commands/use-command-for-each.js';
import type { TableSelection } from '../../kit/lists/data-table.js';
import { counted } from '../../kit/texts/nouns.js';
import { Button } from '../../ui/buttons/button.js';
import { DialogButton } from '../../ui/buttons/dialog-button.js';
import { LazyMenu } from '../../ui/overlays/lazy-menu.js';
import { lazyPart } from '../../ui/loading/code.js';
import { translated } from '../../words/i18n.js';

const ReassignDialog = lazyPart(() => import('./reassign-dialog.js'));

/** Statuses that ask for nothing else. */
const plainStatuses = ['New', 'Contacted', 'Quoted'] as const satisfies readonly LeadStatus[];

const none: ReadonlySet<string> = new Set();

/** Leads that are chosen in the table. Those that left the list are chosen no more. */
export function useChosenLeads(items: readonly LeadItem[]) {
  const [keys, setKeys] = useState(none);
  const chosen = items.filter(({ leadId }) => keys.has(leadId));
  const onChoose = useCallback(
    (changed: readonly string[], isChosen: boolean) =>
      setKeys((before) => {
        const after = new Set(before);
        for (const key of changed)
          if (isChosen) after.add(key);
          else after.delete(key);
        return after;
      }),
    [],
  );
  const selection = useMemo(
    (): TableSelection<LeadItem> => ({ chosen: keys, nameOf: ({ name }) => name, onChoose }),
    [keys, onChoose],
  );
  return { chosen, selection, clear: useCallback(() => setKeys(none), []) };
}

/** Actions on the chosen leads. */
export function ChosenLeads({
  chosen,
  onClear,
}: {
  chosen: readonly LeadItem[];
  onClear: () => void;
}): ReactNode {
  const { send, busy, disabled } = useCommandForEach('ChangeLeadStatus', {
    failed: t`Failed to update status`,
    done: (count) => plural(count, { one: '# lead changed', other: '# leads changed' }),
    onDone: onClear,
  });
  if (chosen.length === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label={t`Chosen leads`}
      className="card sticky top-2 z-(--ft-z-sticky) mb-2 flex flex-wrap items-center gap-2 px-3 py-2 shadow-float"
    >
      <span className="label font-medium num" role="status">
        {t`${counted(chosen.length, 'lead')} chosen`}
      </span>
      <span className="ml-auto flex flex-wrap gap-2">
        <DialogButton
          icon={UserRound}
          dialog={(state) => <ReassignDialog leads={chosen} onDone={onClear} {...state} />}
        >
          {t`Reassign`}
        </DialogButton>
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
                chosen
                  .filter((lead) => lead.status !== status)
                  .map(({ leadId }) => ({ leadId, status })),
              ),
          }))}
        />
        <Button kind="ghost" icon={X} onClick={onClear}>
          {t`Clear`}
        </Button>
      </span>
    </div>
  );
}
