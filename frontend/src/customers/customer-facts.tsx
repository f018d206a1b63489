import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { mapLink } from '../kit/leads/contact.js';
import { PhoneLink } from '../kit/leads/contact-actions.js';
import { useIsPast } from '../kit/records/past-day.js';
import { countedNoun } from '../kit/texts/nouns.js';
import { Link } from '../ui/buttons/link.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayIn, dayText } from '../ui/display/format.js';
import { DescriptionCard } from '../ui/layout/description.js';
import { Card } from '../ui/layout/surface.js';
import { CustomerInvoices, FinancialOverview, RecentPayments } from './customer-money.js';
import { CustomerProjects } from './customer-projects.js';
import type { CustomerProps } from './opened-customer.js';

/** Money, projects and invoices of a customer, today or as of a past moment. */
export const CustomerWork = ({ customer }: CustomerProps): ReactNode => (
  <>
    <FinancialOverview customer={customer} />
    <CustomerProjects customer={customer} />
    <CustomerInvoices customer={customer} />
  </>
);

/** Contact, project details and figures of a customer, today or as of a past moment. */
export const CustomerFacts = ({ customer }: CustomerProps): ReactNode => (
  <>
    <Contact customer={customer} />
    <ProjectDetails customer={customer} />
    <QuickStats customer={customer} />
    <RecentPayments customer={customer} />
  </>
);

function Contact({
  customer: { phone, city, landmark, siteName, leadId, hasLead },
}: CustomerProps): ReactNode {
  const isPast = useIsPast();
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
        ...(hasLead && !isPast ? [[t`Lead`, lead] as const] : []),
      ]}
    />
  );
}

/** Company, billing address, start day and notes. */
function ProjectDetails({ customer }: CustomerProps): ReactNode {
  const isPast = useIsPast();
  const today = useToday();
  const { customerId, companyName, gstNumber, billingAddress, projectStartsOn, notes } = customer;
  const hasDetails =
    (companyName ?? gstNumber ?? billingAddress ?? projectStartsOn ?? notes) !== undefined;
  if (!hasDetails)
    return (
      <Card title={t`Project Details`} bodyClassName="pt-1.5 label text-ink-2">
        {isPast ? (
          t`No company, billing address or start date yet.`
        ) : (
          <Trans>
            No company, billing address or start date yet.{' '}
            <Link className="link" to={`/customers/${customerId}/edit`}>
              Add them
            </Link>
          </Trans>
        )}
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

function QuickStats({ customer }: CustomerProps): ReactNode {
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
            : `${progressPercent}%, ${countedNoun(projects.length, 'project')}`,
          'num',
        ],
        [t`Payments`, payments.length || t`None`, 'num'],
        [t`Invoices`, invoices.length || t`None`, 'num'],
      ]}
    />
  );
}
