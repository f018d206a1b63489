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
 * The one main action of a lead. Sending a draft names its sum. None for a visit or a change of
 * status, whose buttons are in the composer.
 */
export function NextActionButton({
  lead,
  onConvert,
  onQuote,
  ...buttonProps
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
        <Button {...buttonProps} kind="primary" icon={FileText} onClick={onQuote}>
          {t`Create quote`}
        </Button>
      );
    case 'customer':
      return (
        lead.customerId !== undefined && (
          <ButtonLink
            {...buttonProps}
            kind="primary"
            icon={Users}
            to={`/customers/${lead.customerId}`}
          >
            {t`Open customer`}
          </ButtonLink>
        )
      );
    case 'convert':
      return (
        <Button {...buttonProps} kind="primary" icon={CircleCheck} onClick={onConvert}>
          {t`Convert Lead`}
        </Button>
      );
    case 'ask':
      return lead.phone === undefined ? null : (
        <AskOnWhatsApp
          {...buttonProps}
          person={{ ...lead, phone: lead.phone }}
          textOf={(from) =>
            replyRequestText(lead.firstName ?? lead.name, from, step.quotation.number)
          }
        >
          {t`Ask for a reply`}
        </AskOnWhatsApp>
      );
    default: {
      const label = {
        send: t`Send quote to ${first}`,
        'send again': t`Send again`,
        renew: t`New version`,
      }[step.kind];
      const page = `/quotations/${step.quotation.quotationId}`;
      return (
        <ButtonLink
          {...buttonProps}
          kind="primary"
          icon={step.kind === 'renew' ? Pencil : Send}
          to={step.kind === 'send again' ? page : `${page}/edit`}
        >
          {draftPaise === undefined ? label : <AmountLabel paise={draftPaise}>{label}</AmountLabel>}
        </ButtonLink>
      );
    }
  }
}
