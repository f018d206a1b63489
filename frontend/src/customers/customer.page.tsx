import { t } from '@lingui/core/macro';
import { Pencil, Phone } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { customerStages } from '#domain/customers/customer.values.js';
import { overduePaise, paiseToCollect } from '#domain/customers/to-collect.js';
import { useIsPhone } from '../browser/media.js';
import { useIsHighlighted } from '../lib/live/live.js';
import { useCommand } from '../kit/commands/use-command.js';
import { AskOnWhatsApp, ContactActions, useContactLinks } from '../kit/leads/contact-actions.js';
import { paymentRequestText } from '../kit/leads/contact.js';
import { HistoryMenu } from '../kit/history/history-menu.js';
import { Staleness } from '../kit/records/staleness.js';
import { RecordWarning } from '../kit/records/record-warning.js';
import { IconLink } from '../ui/buttons/button.js';
import { ChipGroup } from '../ui/inputs/choice.js';
import { classes } from '../ui/classes.js';
import { useToday } from '../ui/display/figures.js';
import { money } from '../ui/display/format.js';
import { WhatsApp } from '../ui/display/icon.js';
import { FieldError } from '../ui/inputs/field.js';
import { BottomBar } from '../ui/layout/bottom-bar.js';
import { Screen } from '../ui/layout/frame.js';
import { Card } from '../ui/layout/surface.js';
import { choicesOf } from '../words/i18n.js';
import { CustomerFacts, CustomerWork } from './customer-facts.js';
import { type CustomerProps, OpenedCustomer } from './opened-customer.js';
import { LabelledPaymentBadge } from './payment-badge.js';

/** `/customers/{id}`: sale, payments and progress. */
export default function CustomerPage(): ReactNode {
  return (
    <OpenedCustomer>
      {(customer, stale) => <Customer customer={customer} stale={stale} />}
    </OpenedCustomer>
  );
}

function Customer({
  customer,
  stale,
}: CustomerProps & { stale: { failed: boolean; at: number } }): ReactNode {
  const highlighted = useIsHighlighted(customer.customerId);
  const isPhone = useIsPhone();
  const { call, chat } = useContactLinks(customer);
  const { name } = customer;
  const path = `/customers/${customer.customerId}`;
  const editLink = { icon: Pencil, label: t`Edit customer`, to: `${path}/edit` };
  const openChat = (): void => {
    chat.onLeave();
    window.open(chat.href, '_blank', 'noreferrer');
  };
  return (
    <Screen
      back={{ to: '/customers', label: t`Back to customers` }}
      title={name}
      isSubtitleWide
      subtitle={
        <>
          <span className={classes('row', highlighted && 'is-highlighted')}>
            <LabelledPaymentBadge {...customer} />
          </span>
          <span className="meta truncate min-w-0">{customer.city}</span>
        </>
      }
      actions={
        <>
          {isPhone ? (
            <IconLink
              icon={Phone}
              label={t`Call ${name}`}
              href={call.href}
              onClick={call.onLeave}
            />
          ) : (
            <>
              <ContactActions person={customer} />
              <IconLink {...editLink} />
              <AskForPayment customer={customer} />
            </>
          )}
          <HistoryMenu
            record={path}
            more={
              isPhone
                ? [
                    { icon: WhatsApp, label: t`WhatsApp ${name}`, onSelect: openChat },
                    { kind: 'link', ...editLink },
                  ]
                : []
            }
          />
        </>
      }
      pageClassName="pt-2"
    >
      <RecordWarning record={customer} />
      <Staleness describe={(age) => t`Showing customer from ${age}`} {...stale} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:gap-4">
        <div className="stack min-w-0 gap-3">
          <CustomerWork customer={customer} />
        </div>
        <div className="stack min-w-0 gap-3">
          <Stage customer={customer} />
          <CustomerFacts customer={customer} />
        </div>
      </div>
      {isPhone && paiseToCollect(customer) > 0 && (
        <BottomBar className="-mx-gutter mt-4">
          <AskForPayment customer={customer} size="lg" block />
        </BottomBar>
      )}
    </Screen>
  );
}

/**
 * Button that asks on WhatsApp for the overdue amount, else for the balance; absent if all is paid.
 */
function AskForPayment({
  customer,
  ...buttonProps
}: CustomerProps & Pick<ComponentProps<typeof AskOnWhatsApp>, 'size' | 'block'>): ReactNode {
  const amountOpen = paiseToCollect(customer);
  const amountOverdue = overduePaise(customer, useToday());
  if (amountOpen === 0) return null;
  return (
    <AskOnWhatsApp
      {...buttonProps}
      person={customer}
      textOf={(from) =>
        paymentRequestText(customer.firstName, from, {
          overdue: amountOverdue > 0 ? money(amountOverdue) : undefined,
          open: money(amountOpen),
          value: money(customer.projectValuePaise),
        })
      }
    >
      {t`Ask for ${money(amountOverdue || amountOpen)}`}
    </AskOnWhatsApp>
  );
}

/** Stage of the work; any stage may follow any other. */
function Stage({ customer: { customerId, stage } }: CustomerProps): ReactNode {
  const { send, busy, disabled, message } = useCommand('ChangeStage', {
    failed: t`Failed to update stage`,
  });
  return (
    <Card title={t`Update Stage`} bodyClassName="stack gap-2 pt-2.5">
      <ChipGroup
        label={<span className="sr-only">{t`Stage`}</span>}
        name="stage"
        className="[&_.chip]:justify-center [&>div]:grid [&>div]:grid-cols-2"
        value={stage}
        isDoneAtOnce
        // not disabled while busy, because the focus would be lost
        disabled={disabled}
        options={choicesOf(customerStages)}
        onValue={(value) => !busy && send({ customerId, stage: value })}
      />
      {disabled && <p className="meta">{t`No network. A stage is changed when it is back.`}</p>}
      {message && <FieldError>{message}</FieldError>}
    </Card>
  );
}
