import { t } from '@lingui/core/macro';
import { CircleCheck, FileText, Pencil, Send, Users } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { AskOnWhatsApp } from '../../kit/leads/contact-actions.js';
import { replyRequestText } from '../../kit/leads/contact.js';
import type { KnownLead } from '../../kit/leads/known-leads.js';
import { useDraftTotal } from '../../kit/quotations/draft-totals.js';
import { AmountLabel } from '../../ui/buttons/amount-label.js';
import { Button, ButtonLink } from '../../ui/buttons/button.js';
import { useMainStep } from '../main-step.js';

interface NextActionButtonProps extends Pick<ComponentProps<typeof Button>, 'className'> {
  lead: KnownLead;
  onConvert: () => void;
  /** Asks for the dialog that creates a quote. */
  onQuote: () => void;
}

/**
 * The one main action of a lead, with its money. None for a visit or a change of status, whose
 * buttons are in the composer.
 */
export function NextActionButton({
  lead,
  onConvert,
  onQuote,
  ...look
}: NextActionButtonProps): ReactNode {
  const step = useMainStep(lead);
  const draftPaise = useDraftTotal(step?.kind === 'send' ? step.quotation.quotationId : undefined);
  if (!step) return null;
  const first = lead.firstName ?? lead.name.split(' ')[0] ?? lead.name;
  switch (step.kind) {
    case 'visit':
    case 'status':
      return null;
    case 'quote':
      return (
        <Button {...look} kind="primary" icon={FileText} onClick={onQuote}>
          {t`Create quote`}
        </Button>
      );
    case 'customer':
      return (
        lead.customerId !== undefined && (
          <ButtonLink {...look} kind="primary" icon={Users} to={`/customers/${lead.customerId}`}>
            {t`Open customer`}
          </ButtonLink>
        )
      );
    case 'convert':
      return (
        <Button {...look} kind="primary" icon={CircleCheck} onClick={onConvert}>
          <AmountLabel paise={step.quotation.amountPaise}>{t`Convert Lead`}</AmountLabel>
        </Button>
      );
    case 'ask':
      return lead.phone === undefined ? null : (
        <AskOnWhatsApp
          {...look}
          person={{ ...lead, phone: lead.phone }}
          textOf={(from) =>
            replyRequestText(lead.firstName ?? lead.name, from, step.quotation.number)
          }
        >
          <AmountLabel paise={step.quotation.amountPaise}>{t`Ask for a reply`}</AmountLabel>
        </AskOnWhatsApp>
      );
    default: {
      const { quotationId, amountPaise } = step.quotation;
      const [label, paise] = {
        send: [t`Send quote to ${first}`, draftPaise] as const,
        'send again': [t`Send again`, amountPaise] as const,
        renew: [t`New version`, amountPaise] as const,
      }[step.kind];
      const page = `/quotations/${quotationId}`;
      return (
        <ButtonLink
          {...look}
          kind="primary"
          icon={step.kind === 'renew' ? Pencil : Send}
          to={step.kind === 'send again' ? page : `${page}/edit`}
        >
          {paise === undefined ? label : <AmountLabel paise={paise}>{label}</AmountLabel>}
        </ButtonLink>
      );
    }
  }
}
