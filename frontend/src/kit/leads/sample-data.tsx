import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { ChevronRight, FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { sampleId, sampleLeadIds } from '#domain/leads/sample-ids.js';
import { sampleCommands } from '#domain/leads/sample-leads.js';
import { useMe } from '../../lib/account/session.js';
import { errorMessage, get, newId, Problem, sendCommand } from '../../lib/server/api.js';
import { useNetwork } from '../../lib/server/network.js';
import { serverNow } from '../../lib/server/server-clock.js';
import { Button } from '../../ui/buttons/button.js';
import { Icon, Spinner } from '../../ui/display/icon.js';
import { Banner } from '../../ui/feedback/banner.js';
import { toast } from '../../ui/feedback/toast.js';
import { translated } from '../../words/i18n.js';

/** Ignores a refusal with this code: an earlier press has had the effect already. */
const ignoreRefusal =
  (code: string) =>
  (error: unknown): void => {
    if (!(error instanceof Problem && error.code === code)) throw error;
  };

/**
 * Creates the sample leads of an empty organization. A second press after a failure sends the same
 * commands again, which have one effect.
 */
export function ShowSampleData(): ReactNode {
  const { organization } = useMe();
  const isOffline = useNetwork((state) => state.isBrowserOffline);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (!organization) return;
      const leads = sampleCommands({
        organizationId: organization.id,
        timeZone: organization.timeZone,
        now: new Date(serverNow()),
        siteName: t`Sample`,
        translate: translated,
      });
      await Promise.all(
        leads.map(async (commands) => {
          for (const { type, data, id, capturedAt } of commands)
            await sendCommand(type, data, { id, capturedAt }).catch(
              ignoreRefusal('command-id-reused'),
            );
        }),
      );
      // fails if the samples were deleted
      await get('/api/leads/:leadId', { leadId: sampleId(organization.id, 0, 0) });
    },
    onError: (error) =>
      toast({
        tone: 'bad',
        text:
          error instanceof Problem && error.code === 'lead-not-found'
            ? t`The sample data were shown and removed before.`
            : errorMessage(error, t`Failed to show sample data`),
      }),
  });
  return (
    <button
      type="button"
      aria-busy={isPending}
      disabled={isOffline}
      onClick={isPending ? undefined : () => mutate()}
      className="list-row is-link w-full text-left disabled:text-ink-off"
    >
      <Icon icon={FlaskConical} className="text-accent-ink" />
      <span className="grow">
        <span className="label block font-medium">{t`Show me with sample data`}</span>
        <span className="meta block">{t`Eight leads, removed by one press.`}</span>
      </span>
      {isPending ? <Spinner /> : <Icon icon={ChevronRight} size="s" className="text-ink-3" />}
    </button>
  );
}

/** Says that there are sample leads, and deletes them all by one press. */
export default function SampleBanner(): ReactNode {
  const { organization } = useMe();
  const isOffline = useNetwork((state) => state.isBrowserOffline);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (!organization) return;
      await Promise.all(
        sampleLeadIds(organization.id).map((leadId) =>
          sendCommand('DeleteLead', { leadId }, { id: newId() }).catch(
            ignoreRefusal('lead-not-found'),
          ),
        ),
      );
      toast({ text: t`Sample data removed` });
    },
    onError: (error) =>
      toast({ tone: 'bad', text: errorMessage(error, t`Failed to remove sample data`) }),
  });
  return (
    <div className="mb-3">
      <Banner
        tone="info"
        icon={FlaskConical}
        inset
        actions={
          <Button kind="ghost" busy={isPending} disabled={isOffline} onClick={() => mutate()}>
            {t`Remove sample data`}
          </Button>
        }
      >
        {t`Leads at the site “Sample” show how Fieldtrace works. Nobody real is behind them.`}
      </Banner>
    </div>
  );
}
