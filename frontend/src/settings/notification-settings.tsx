import { msg, t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AlertType, alertTypes } from '#domain/notifications/alerts.values.js';
import { errorMessage } from '../lib/server/api.js';
import {
  type PushState,
  readPushState,
  readPushTypes,
  turnPushOff,
  turnPushOn,
} from '../lib/installation/push.js';
import { Button } from '../ui/buttons/button.js';
import { Card } from '../ui/layout/surface.js';
import { Switch } from '../ui/inputs/switch.js';
import { toast } from '../ui/feedback/toast.js';
import { i18n, type Names } from '../words/i18n.js';

const alertTypeNames: Names<AlertType> = {
  lead: msg`Leads assigned to me, quotes requested`,
  followup: msg`Follow-ups that are due or overdue`,
  offer: msg`New offers`,
  bill: msg`Bills submitted or decided`,
  team: msg`Members who join or ask for a role`,
};
const pushStateKey = ['push'];

/** Push notifications of this device: on or off, and their types. */
export function NotificationSettings(): ReactNode {
  const client = useQueryClient();
  const { data: state } = useQuery({
    queryKey: pushStateKey,
    queryFn: readPushState,
    staleTime: 0,
    gcTime: 0,
  });
  const types = readPushTypes() ?? [];
  const { mutate, isPending } = useMutation({
    mutationFn: (chosen: readonly AlertType[] | undefined) =>
      chosen ? turnPushOn(chosen) : turnPushOff(),
    onSuccess: (newState: PushState) => client.setQueryData(pushStateKey, newState),
    onError: (error) =>
      toast({ text: errorMessage(error, t`Failed to change notifications`), tone: 'bad' }),
    onSettled: () => client.invalidateQueries({ queryKey: pushStateKey }),
  });
  if (state === undefined) return null;
  return (
    <Card title={t`Notifications on this device`} bodyClassName="stack gap-3">
      {state === 'unsupported' && (
        <p className="label text-ink-2">
          {t`This browser cannot show notifications while Fieldtrace is closed. On an iPhone, install the app first.`}
        </p>
      )}
      {state === 'denied' && (
        <p className="label text-ink-2">{t`Notifications are blocked for this site. Allow them in the settings of your browser.`}</p>
      )}
      {state === 'off' && (
        <>
          <p className="label text-ink-2">
            {t`Be told of leads and follow-ups while Fieldtrace is closed. What shows on a locked screen names nobody.`}
          </p>
          <div>
            <Button icon={BellRing} busy={isPending} onClick={() => mutate(alertTypes)}>
              {t`Turn On Notifications`}
            </Button>
          </div>
        </>
      )}
      {state === 'on' && (
        <>
          {alertTypes.map((type) => (
            <Switch
              key={type}
              label={i18n._(alertTypeNames[type])}
              checked={types.includes(type)}
              disabled={isPending}
              onChecked={(isOn) =>
                mutate(alertTypes.filter((each) => (each === type ? isOn : types.includes(each))))
              }
            />
          ))}
          <div>
            <Button busy={isPending} onClick={() => mutate(undefined)}>
              {t`Turn Off Notifications`}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}
