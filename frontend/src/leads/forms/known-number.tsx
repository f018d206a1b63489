import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { phone as phoneSchema } from '#domain/kernel/values/phone-number.js';
import { refusals } from '#domain/kernel/refusal.js';
import type { ExistingLead } from '#domain/leads/lead.views.js';
import { get } from '../../lib/server/api.js';
import { useOnline } from '../../lib/server/network.js';
import { useOutbox } from '../../lib/outbox/outbox.js';
import { useMe } from '../../lib/account/session.js';
import { leadRowOfCapture, isNewLead } from '../../kit/offline/queued-commands.js';
import { Banner } from '../../ui/feedback/banner.js';
import { Button } from '../../ui/buttons/button.js';
import { useZone } from '../../ui/display/figures.js';
import { knownLeads } from '../../kit/leads/known-leads.js';

/** Complete Indian number; others are checked when the form is saved. */
const completeNumber = (typed: string): string | undefined => {
  const { data } = phoneSchema.safeParse(typed);
  return data !== undefined && /^\+91\d{10}$/.test(data) ? data : undefined;
};

/** Lead with the typed number: from the server, or offline from the device. */
function useLeadWithNumber(typed: string): ExistingLead | undefined {
  const number = completeNumber(typed);
  const online = useOnline();
  const { account } = useMe();
  const zone = useZone();
  const waitingLeads = useOutbox().filter(isNewLead);
  const { data: answer } = useQuery({
    queryKey: ['lead-with-number', number],
    queryFn: ({ signal }) => get('/api/lead-with-number', { phone: number ?? '' }, { signal }),
    enabled: online && number !== undefined,
    staleTime: 0,
    gcTime: 60_000,
  });
  if (number === undefined) return undefined;
  // for a lead that was sent, the server's answer is more complete
  const capturedLead = waitingLeads.find(
    (item) =>
      item.state !== 'refused' &&
      !(item.state === 'sent' && answer) &&
      completeNumber(item.data.phone) === number,
  );
  if (answer?.existing) return answer.existing;
  if (capturedLead) return leadRowOfCapture(capturedLead, account, zone);
  return answer ? undefined : knownLeads().find(({ phone }) => phone === number);
}

interface KnownNumberWarningProps {
  /** Number as it is typed. */
  phone: string;
  /** Id of the edited lead, which may have the number. */
  leadId?: string;
  onShow: (existing: ExistingLead) => void;
}

/** Warns of an existing lead once the number is complete, before other fields are typed. */
export function KnownNumberWarning({ phone, leadId, onShow }: KnownNumberWarningProps): ReactNode {
  const existing = useLeadWithNumber(phone);
  if (!existing || ('leadId' in existing && existing.leadId === leadId)) return null;
  return (
    <Banner
      tone="warning"
      inset
      actions={
        <Button kind="ghost" onClick={() => onShow(existing)}>
          {t`Show the lead`}
        </Button>
      }
    >
      {t`Duplicate Lead Detected: ${refusals['lead-phone-taken'].message}`}
    </Banner>
  );
}
