import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { customerStages } from '#domain/customers/customer.values.js';
import { useIsHighlighted } from '../lib/live/live.js';
import { mapLink } from '../kit/leads/contact.js';
import { useCommand } from '../kit/commands/use-command.js';
import { ContactActions, PhoneLink } from '../kit/leads/contact-actions.js';
import { counted } from '../kit/texts/nouns.js';
import { Staleness } from '../kit/records/staleness.js';
import { RecordWarning } from '../kit/records/record-warning.js';
import { IconLink } from '../ui/buttons/button.js';
import { ChipGroup } from '../ui/inputs/choice.js';
import { classes } from '../ui/classes.js';
import { FieldError } from '../ui/inputs/field.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayIn, dayText } from '../ui/display/format.js';
import { Screen } from '../ui/layout/frame.js';
import { Link } from '../ui/buttons/link.js';
import { DescriptionCard } from '../ui/layout/description.js';
import { Card } from '../ui/layout/surface.js';
import { choicesOf } from '../words/i18n.js';
import { CustomerInvoices, FinancialOverview, RecentPayments } from './customer-money.js';
import { CustomerProjects } from './customer-projects.js';
import { type OfCustomer, OpenedCustomer } from './opened-customer.js';
import { StageAndPayment } from './payment-badge.js';

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
}: OfCustomer & { stale: { failed: boolean; at: number } }): ReactNode {
  const highlighted = useIsHighlighted(customer.customerId);
  return (
    <Screen
      back={{ to: '/customers', label: t`Back to customers` }}
      title={customer.name}
      sub={
        <>
          <span className={classes('row wrap gap-x-3 gap-y-1', highlighted && 'is-highlighted')}>
            <StageAndPayment {...customer} />
          </span>
          <span className="meta truncate min-w-0">{customer.city}</span>
        </>
      }
      actions={
        <>
          <ContactActions person={customer} />
          <IconLink
            icon={Pencil}
            label={t`Edit customer`}
            to={`/customers/${customer.customerId}/edit`}
          />
        </>
      }
      pageClassName="pt-2"
    >
      <RecordWarning record={customer} />
      <Staleness describe={(age) => t`Showing customer from ${age}`} {...stale} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:gap-4">
        <div className="stack min-w-0 gap-3">
          <FinancialOverview customer={customer} />
          <CustomerProjects customer={customer} />
          <CustomerInvoices customer={customer} />
        </div>
        <div className="stack min-w-0 gap-3">
          <Stage customer={customer} />
          <Contact customer={customer} />
          <ProjectDetails customer={customer} />
          <QuickStats customer={customer} />
          <RecentPayments customer={customer} />
        </div>
      </div>
    </Screen>
  );
}

/** Stage of the work; any stage may follow any other. */
function Stage({ customer: { customerId, stage } }: OfCustomer): ReactNode {
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

function Contact({
  customer: { phone, city, landmark, siteName, leadId, hasLead },
}: OfCustomer): ReactNode {
  const map = (
    <a className="link" href={mapLink({ landmark, city })} target="_blank" rel="noreferrer">
      {[landmark, city].filter(Boolean).join(', ')}
    </a>
  );
  const lead = (
    <Link className="link" to={`/leads/${leadId}`}>
      {t`Open lead`}
    </Link>
  );
  return (
    <DescriptionCard
      title={t`Contact Information`}
      items={[
        [t`Phone`, <PhoneLink phone={phone} />, 'num'],
        [t`Site name`, siteName ?? t`None`],
        [t`Location`, map],
        ...(hasLead ? [[t`Lead`, lead] as const] : []),
      ]}
    />
  );
}

/** Company, billing address, start day and notes. */
function ProjectDetails({ customer }: OfCustomer): ReactNode {
  const today = useToday();
  const { customerId, companyName, gstNumber, billingAddress, projectStartsOn, notes } = customer;
  if ((companyName ?? gstNumber ?? billingAddress ?? projectStartsOn ?? notes) === undefined)
    return (
      <Card title={t`Project Details`} bodyClassName="pt-1.5 label text-ink-2">
        <Trans>
          No company, billing address or start date yet.{' '}
          <Link className="link" to={`/customers/${customerId}/edit`}>
            Add them
          </Link>
        </Trans>
      </Card>
    );
  return (
    <DescriptionCard
      title={t`Project Details`}
      items={[
        [t`Company name`, companyName ?? t`None`],
        [t`GST number`, gstNumber ?? t`None`, 'num'],
        [t`Billing address`, billingAddress ?? t`None`, 'whitespace-pre-line'],
        [t`Project start date`, projectStartsOn ? dayText(projectStartsOn, today) : t`None`, 'num'],
        [t`Notes`, notes ?? t`None`, 'whitespace-pre-line'],
      ]}
    />
  );
}

function QuickStats({ customer }: OfCustomer): ReactNode {
  const today = useToday();
  const zone = useZone();
  const { daysSinceStart, convertedAt, progressPercent, projects, payments, invoices } = customer;
  return (
    <DescriptionCard
      title={t`Quick Stats`}
      items={[
        [t`Days since start`, daysSinceStart, 'num'],
        [t`Customer since`, dayText(dayIn(zone, new Date(convertedAt)), today), 'num'],
        [
          t`Progress`,
          projects.length === 0
            ? t`No project yet`
            : `${progressPercent}%, ${counted(projects.length, 'project')}`,
          'num',
        ],
        [t`Payments`, payments.length || t`None`, 'num'],
        [t`Invoices`, invoices.length || t`None`, 'num'],
      ]}
    />
  );
}
