import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CommandInput } from '#domain/commands.js';
import type { List } from '#domain/kernel/views.js';
import type { LeadDetail, TimelineEntry } from '#domain/leads/lead.views.js';
import { get } from '../lib/api.js';
import { useMe } from '../lib/session.js';
import { DecisionDialog, useDecision } from '../shared/decision.js';
import { amountWrong, dayPaidWrong, noPayment, PaymentFields, type PaymentValues } from '../shared/payment-fields.js';
import { useKeptValues } from '../shared/use-kept-values.js';
import { Banner } from '../ui/banner.js';
import { ButtonLink } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { useToday } from '../ui/figures.js';
import { amountText, parseAmount } from '../ui/format.js';
import { MoneyField } from '../ui/input.js';
import { toast } from '../ui/toast.js';

type ConversionValues = PaymentValues & { readonly projectValue: string };

/** What was quoted last is what the project is likely worth. */
function latestQuote({ quotations }: LeadDetail): string {
  const [latest] = quotations.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  return latest ? amountText(latest.amountPaise) : '';
}

interface ConvertDialogProps {
  lead: LeadDetail;
  open: boolean;
  onClose: () => void;
}

/** A lead becomes a customer, with what it is worth and what was paid first; it then leads to the customer. */
export function ConvertDialog({ lead, open, onClose }: ConvertDialogProps): ReactNode {
  const { leadId, name } = lead;
  const me = useMe();
  const today = useToday();
  const navigate = useNavigate();
  const decision = useDecision('Failed to convert lead');
  const begin: ConversionValues = { ...noPayment(today), projectValue: latestQuote(lead) };
  const { values, set, done } = useKeptValues<ConversionValues>(`convert-${leadId}`, begin);
  const later = useKeptValues<PaymentValues>(`payment-${leadId}`, noPayment(today));
  // what its customer is worth is the customer's by now
  const again = lead.customerId !== undefined && lead.status !== 'Converted';

  const convert = (): Promise<void> => {
    const { projectValue, amount, paidOn, method, reference } = values;
    const [worth, paid] = [parseAmount(projectValue), parseAmount(amount)];
    const data = {
      leadId,
      projectValuePaise: again ? undefined : worth,
      paymentPaise: paid,
      paidOn,
      method,
      reference: reference.trim() || undefined,
    };
    const wrong = {
      projectValuePaise: again ? undefined : amountWrong(projectValue),
      paymentPaise: amountWrong(amount),
      paidOn: dayPaidWrong(paidOn, today),
    };
    return decision.decide('ConvertLead', data as CommandInput<'ConvertLead'>, {
      wrong,
      then: async ({ customerId = leadId }) => {
        const first = await whoConverted(leadId);
        if (first && first.id !== me.account.id) {
          // what was typed is not lost: it can be added to what the other one made
          if (paid) later.set({ amount, paidOn, method, reference });
          toast({ text: `${first.name} converted ${name} first. This is the customer.${paid ? ' Your payment waits under Add Payment.' : ''}` });
        }
        done();
        onClose();
        await navigate(`/customers/${customerId}`, { state: { making: true } });
      },
    });
  };

  const isTaken = lead.status === 'Converted' && !decision.busy;
  return (
    <DecisionDialog
      decision={decision}
      open={open}
      onClose={onClose}
      title="Convert to customer"
      description={name}
      act="Convert Lead"
      onAct={() => void convert()}
    >
      {isTaken && (
        <Banner tone="info" inset actions={<ButtonLink to={`/customers/${lead.customerId ?? leadId}`}>Open customer</ButtonLink>}>
          {name} was converted meanwhile.
        </Banner>
      )}
      {again ? (
        <p className="label muted">{name} has been a customer before. What is paid now is added there.</p>
      ) : (
        <Field label="Total project value" optional hint="Left empty, it is what was paid." error={decision.errors['projectValuePaise']}>
          <MoneyField value={values.projectValue} onChange={({ target }) => set({ projectValue: target.value })} />
        </Field>
      )}
      <PaymentFields label="Initial payment" amountName="paymentPaise" optional values={values} errors={decision.errors} onChange={set} />
    </DecisionDialog>
  );
}

/** Two can convert one lead at once: the timeline says who did. Where it does not answer, the customer is there all the same. */
async function whoConverted(leadId: string): Promise<TimelineEntry['by'] | undefined> {
  const { items } = await get<List<TimelineEntry>>(`/api/leads/${leadId}/timeline`).catch(() => ({ items: [] as TimelineEntry[] }));
  return items.find(({ type }) => type === 'LeadConverted')?.by;
}
