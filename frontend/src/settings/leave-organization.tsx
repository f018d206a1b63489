import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useNavigate } from '../lib/navigate.js';
import { useNetwork } from '../lib/server/network.js';
import { useOutboxState } from '../lib/outbox/outbox.js';
import { renewSession } from '../lib/account/session.js';
import { ConfirmCommand } from '../kit/commands/confirm-command.js';
import { Banner } from '../ui/feedback/banner.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { Card } from '../ui/layout/surface.js';

/** Leaves the organization. The server refuses this to the last admin. */
export function LeaveOrganization({ name }: { name: string }): ReactNode {
  const navigate = useNavigate();
  const waiting = useOutboxState(({ items }) => items.length);
  const isOffline = useNetwork(({ isBrowserOffline }) => isBrowserOffline);
  const onLeft = async (isLeft: boolean): Promise<void> => {
    if (!isLeft) void navigate('/dashboard');
    await renewSession();
  };
  return (
    <Card title={t`Organization`} bodyClassName="stack gap-4">
      <p className="label text-ink-2">{t`You belong to ${name}. Who leaves no longer sees anything of it; their leads go to an admin.`}</p>
      <DialogButton
        kind="danger-ghost"
        className="-ml-4 self-start"
        disabled={isOffline}
        dialog={(state) => (
          <ConfirmCommand
            command="LeaveOrganization"
            data={{}}
            {...state}
            title={t`Leave ${name}?`}
            text={t`Your leads go to an admin. You can come back with the invite code or an invitation.`}
            confirmLabel={t`Leave Organization`}
            cancelLabel={t`Cancel`}
            failed={t`Failed to leave organization`}
            done={t`You have left ${name}`}
            onDone={onLeft}
          >
            {waiting > 0 && (
              <Banner tone="warning" inset>
                {plural(waiting, {
                  one: '# item is not sent yet. It stays on this device and goes only when you are in this organization again.',
                  other:
                    '# items are not sent yet. They stay on this device and go only when you are in this organization again.',
                })}
              </Banner>
            )}
          </ConfirmCommand>
        )}
      >
        {t`Leave Organization`}
      </DialogButton>
    </Card>
  );
}
