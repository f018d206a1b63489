import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { TimelineEntry } from '#domain/leads/lead.views.js';
import { useNavigate } from '../lib/navigate.js';
import { get } from '../lib/server/api.js';
import { useMe } from '../lib/account/session.js';
import type { KnownLead } from '../kit/leads/known-leads.js';
import { LeadGone } from '../kit/leads/lead-now.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { noPayment, PaymentFields } from '../kit/forms/payment-fields.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { Banner } from '../ui/feedback/banner.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { useToday } from '../ui/display/figures.js';
import { amountText } from '../ui/display/format.js';
import { MoneyField } from '../ui/inputs/input.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';
import { toast } from '../ui/feedback/toast.js';
import { furthestQuotation } from './newest-quotations.js';

/** Amount of the accepted quotation, else of the latest one: the likely project value. */
export function likelyProjectValue({ quotations = [] }: Pick<KnownLead, 'quotations'>): string {
  const quoted = furthestQuotation(quotations.filter(({ status }) => status !== 'Draft'));
  return quoted ? amountText(quoted.amountPaise) : '';
}

/** Converts a lead with project value and first payment, then opens the customer. */
export function ConvertDialog({
  lead,
  isGone = false,
  open,
  onClose,
}: {
  lead: KnownLead;
  /** Whether the lead was deleted or reassigned: nothing can be sent any more. */
  isGone?: boolean;
} & DialogState): ReactNode {
  const { leadId, name } = lead;
  const me = useMe();
  const today = useToday();
  const navigate = useNavigate();
  // the project value of a converted lead is stored with its customer
  const wasCustomer = lead.customerId !== undefined && lead.status !== 'Converted';
  const form = useCommandForm('ConvertLead', {
    draft: `convert-${leadId}`,
    newIdField: 'paymentId',
    datedFields: ['paidOn'],
    untypedFields: { leadId },
    values: {
      ...noPayment(today),
      paymentPaise: '',
      projectValuePaise: wasCustomer ? '' : likelyProjectValue(lead),
    },
    required: ['paidOn', 'method'],
    failed: t`Failed to convert lead`,
    onDone: async (delivered, { paymentPaise }, _, isLeft) => {
      const customerId = (delivered?.state === 'sent' && delivered.result.customerId) || leadId;
      const firstConverter = await findConverter(leadId);
      if (firstConverter && firstConverter.id !== me.account.id)
        toast({
          text: paymentPaise
            ? t`${firstConverter.name} converted ${name} first. This is the customer. Your payment is listed here.`
            : t`${firstConverter.name} converted ${name} first. This is the customer.`,
        });
      if (isLeft) return;
      onClose();
      await navigate(`/customers/${customerId}`);
    },
  });

  const isConvertedMeanwhile = open && lead.status === 'Converted' && !form.busy;
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`Convert to customer`}
      description={name}
      submitLabel={t`Convert Lead`}
      disabled={isGone}
    >
      {isGone && <LeadGone />}
      {isConvertedMeanwhile && !isGone && (
        <Banner
          tone="info"
          inset
          actions={
            <ButtonLink
              to={`/customers/${lead.customerId ?? leadId}`}
            >{t`Open customer`}</ButtonLink>
          }
        >
          {t`${name} was converted meanwhile.`}
        </Banner>
      )}
      {wasCustomer ? (
        <p className="label text-ink-2">{t`${name} has been a customer before. What is paid now is added there.`}</p>
      ) : (
        <FormField
          form={form}
          name="projectValuePaise"
          hint={t`If empty: the amount paid.`}
          as={MoneyField}
        />
      )}
      <PaymentFields form={form} amount="paymentPaise" label={t`Initial payment`} />
    </CommandDialog>
  );
}

/** Member who converted the lead first; undefined if the timeline is unavailable. */
async function findConverter(leadId: string): Promise<TimelineEntry['by'] | undefined> {
  const { items } = await get('/api/leads/:leadId/timeline', { leadId }).catch(() => ({
    items: [] as TimelineEntry[],
  }));
  return items.find((entry) => entry.type === 'LeadConverted' && entry.data.from !== 'Converted')
    ?.by;
}
