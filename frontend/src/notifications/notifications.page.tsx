import { msg, t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { BellOff, CheckCheck, Ellipsis, ListFilter, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { dayIn } from '#domain/kernel/values/days.js';
import { billTypes } from '#domain/bills/bill.values.js';
import { alertStates, alertTypes } from '#domain/notifications/alerts.values.js';
import { useIsPhone } from '../browser/media.js';
import { usePermissions } from '../lib/account/session.js';
import { errorMessage, newId, sendCommand } from '../lib/server/api.js';
import { useNetwork } from '../lib/server/network.js';
import {
  filterCodec,
  type FiltersOf,
  choiceParam,
  searchParam,
  typeNamesFor,
  useListFilters,
} from '../kit/lists/list-filters.js';
import { ListPage } from '../kit/lists/list-page.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { useSingleRun } from '../kit/commands/use-command.js';
import { Button, IconButton } from '../ui/buttons/button.js';
import { useZone } from '../ui/display/figures.js';
import { EmptyState } from '../ui/feedback/states.js';
import { toast } from '../ui/feedback/toast.js';
import { LazyMenu } from '../ui/overlays/lazy-menu.js';
import { choicesOf, i18n, type Names, optionsOf } from '../words/i18n.js';
import { AlertRows } from './alert-rows.js';
import { groupAlerts } from './alert-groups.js';
import { declareAlertRecords } from './alert-records.js';
import { useAlertCounts } from './alert-counts.js';
import { isToDo, kindTextsFor, typeLabels } from './alert-texts.js';

declareAlertRecords();

const states = ['All', ...alertStates] as const;
const alertFilters = filterCodec({
  state: choiceParam(states, 'All'),
  type: choiceParam(['All', ...alertTypes], 'All'),
  q: searchParam,
});
type AlertFilters = FiltersOf<typeof alertFilters>;

const stateNames: Names<AlertFilters['state']> = {
  All: msg`All`,
  unread: msg`Unread`,
  read: msg`Read`,
};
const typeNames: Names<AlertFilters['type']> = { All: msg`All`, ...typeLabels };

function billTypeNamesFor(q: string): { billTypeNames?: string } {
  const { typeNames: billTypeNames } = typeNamesFor(q, choicesOf(billTypes));
  return billTypeNames === undefined ? {} : { billTypeNames };
}

/** `/notifications`: alerts of this member, newest first, after those that ask for something. */
export default function NotificationsPage(): ReactNode {
  const filterState = useListFilters(alertFilters);
  const { filters } = filterState;
  const params = {
    ...alertFilters.params(filters),
    ...typeNamesFor(filters.q, optionsOf(typeLabels)),
    ...billTypeNamesFor(filters.q),
    ...kindTextsFor(filters.q),
  };
  const list = useListQuery('/api/alerts', params);
  const { total: unseen, markSeen } = useAlertCounts();
  useEffect(() => {
    if (unseen > 0) markSeen();
  }, [unseen, markSeen]);
  const isNarrowed = alertFilters.isFiltered(filters, 'state');
  const unreadMonths = list.first?.unreadMonths ?? [];
  const zone = useZone();
  const sharesRows = filters.type === 'All' && filters.q.trim() === '';
  const may = usePermissions();
  const days = groupAlerts(list.items, (at) => dayIn(zone, at), {
    sharesRows,
    isToDo: (alert) => filters.state === 'All' && isToDo(alert, may),
  });
  const isPhone = useIsPhone();
  const readAll = useReadAll(unreadMonths);
  const refresh = (): void => void list.refetch();
  return (
    <ListPage
      title={t`Notifications`}
      noun="notification"
      actions={
        isPhone ? (
          <LazyMenu
            trigger={<IconButton icon={Ellipsis} label={t`More`} />}
            entries={[
              { label: t`Refresh`, icon: RefreshCw, onSelect: refresh },
              ...(unreadMonths.length > 0
                ? [
                    {
                      label: t`Mark All as Read`,
                      icon: CheckCheck,
                      disabled: readAll.disabled,
                      onSelect: readAll.run,
                    },
                  ]
                : []),
            ]}
          />
        ) : (
          <Button kind="ghost" icon={RefreshCw} aria-busy={list.isRefetching} onClick={refresh}>
            {t`Refresh`}
          </Button>
        )
      }
      controls={{
        filterState,
        search: { label: t`Search notifications`, placeholder: t`Name, amount or type` },
        filters: [
          {
            name: 'type',
            icon: ListFilter,
            label: t`Type`,
            chipLabel: t`Type: ${i18n._(typeNames[filters.type])}`,
            options: optionsOf(typeNames),
          },
        ],
        tools: !isPhone && unreadMonths.length > 0 && (
          <Button
            icon={CheckCheck}
            busy={readAll.busy}
            disabled={readAll.disabled}
            onClick={readAll.run}
          >
            {t`Mark All as Read`}
          </Button>
        ),
      }}
      tabs={{
        name: 'state',
        label: t`Read or unread`,
        tabs: states.map((value) => ({
          value,
          label: i18n._(stateNames[value]),
          // the server counts unread alerts only without further filters
          ...(value === 'unread' && !isNarrowed && { count: list.first?.unread }),
        })),
      }}
      list={{ ...list, rows: days.reduce((sum, { groups }) => sum + groups.length, 0) }}
      loading={{ retryLabel: t`Try Again` }}
      empty={{
        noMatchTitle: alertFilters.isFiltered(filters) && t`No notifications found`,
        content: (
          <EmptyState title={t`No notifications found`} art={BellOff}>
            {t`Leads that are assigned to you and follow-ups that are due turn up here.`}
          </EmptyState>
        ),
      }}
      rows={() => <AlertRows days={days} hasMore={list.hasNextPage} />}
    />
  );
}

/** Marks all as read, by a command per month, because each month is a record. */
function useReadAll(months: readonly string[]): {
  readonly run: () => void;
  readonly busy: boolean;
  readonly disabled: boolean;
} {
  const isOffline = useNetwork(({ isBrowserOffline }) => isBrowserOffline);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      for (const month of months)
        await sendCommand('ReadAllAlerts', { on: `${month}-01` }, { id: newId() });
    },
    onError: (error) =>
      toast({ text: errorMessage(error, t`Failed to mark all as read`), tone: 'bad' }),
  });
  const read = useSingleRun(() => mutateAsync().catch(() => undefined));
  return { run: () => void read(), busy: isPending, disabled: isOffline };
}
