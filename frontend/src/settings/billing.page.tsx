import { plural, t } from '@lingui/core/macro';
import { CreditCard, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayAfter } from '#domain/kernel/values/days.js';
import { useTeam } from '../kit/team/team.js';
import { Badge } from '../ui/display/badge.js';
import { Button, IconButton } from '../ui/buttons/button.js';
import { Money, useToday } from '../ui/display/figures.js';
import { dayText } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { QueryStates, SkeletonCards } from '../ui/feedback/states.js';
import { DescriptionList } from '../ui/layout/description.js';
import { Card } from '../ui/layout/surface.js';

/** Sample plan and invoices: nothing is charged yet. */
const plan = { name: 'Growth', paisePerUser: 99_900, nextInDays: 30 };
const sampleInvoices = [
  { number: 'INV-002', daysAgo: 30 },
  { number: 'INV-001', daysAgo: 60 },
];

/** `/settings/billing`, for admins. */
export default function BillingPage(): ReactNode {
  return (
    <QueryStates
      query={useTeam()}
      failed={t`Failed to load billing information`}
      label={t`Loading billing`}
      skeleton={<SkeletonCards count={3} />}
    >
      {({ members }) => (
        <>
          <Plan users={members.length} />
          <Invoices users={members.length} />
          <PaymentMethod />
        </>
      )}
    </QueryStates>
  );
}

function Plan({ users }: { users: number }): ReactNode {
  const today = useToday();
  return (
    <Card
      title={t`${plan.name} plan`}
      headerEnd={<Badge tone="success">{t`Active`}</Badge>}
      bodyClassName="stack gap-4"
    >
      <p>
        <span className="text-figure font-strong">
          <Money paise={plan.paisePerUser} />
        </span>{' '}
        <span className="text-ink-2">{t`per user per month, billed monthly`}</span>
      </p>
      <DescriptionList
        items={[
          [t`Users`, plural(users, { one: '# member', other: '# members' }), 'num'],
          [t`Monthly total`, <Money paise={plan.paisePerUser * users} />],
          [t`Next billing`, dayText(dayAfter(today, plan.nextInDays), today), 'num'],
        ]}
      />
      <UnavailableAction label={t`Upgrade Plan`} reason={t`Other plans are not available yet.`} />
    </Card>
  );
}

function Invoices({ users }: { users: number }): ReactNode {
  const today = useToday();
  return (
    <Card title={t`Invoice history`}>
      <table className="text-label/(--text-body--line-height)" aria-label={t`Invoice history`}>
        <thead>
          <tr className="text-meta/(--text-body--line-height) text-ink-3 *:shadow-line-b">
            <th scope="col" className="py-2 pr-1 pl-4 text-left font-regular">
              {t`Invoice`}
            </th>
            <th scope="col" className="px-1 py-2 text-right font-regular">
              {t`Amount`}
            </th>
            <th scope="col" className="py-2 pr-1 pl-3 text-left font-regular">
              {t`Status`}
            </th>
            <th scope="col" className="py-2 pr-4 pl-1">
              <span className="sr-only">{t`Download`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sampleInvoices.map(({ number, daysAgo }) => (
            <tr key={number} className="*:shadow-line-b">
              <th scope="row" className="py-2 pr-1 pl-4 text-left font-regular">
                <span className="row wrap gap-2">
                  {number}
                  <Badge tone="info">{t`Sample`}</Badge>
                </span>
                <span className="meta num block">{dayText(dayAfter(today, -daysAgo), today)}</span>
              </th>
              <td className="px-1 py-2 text-right">
                <Money paise={plan.paisePerUser * users} />
              </td>
              <td className="py-2 pr-1 pl-3">
                <Badge tone="pay-paid">{t`Paid`}</Badge>
              </td>
              <td className="py-2 pr-4 pl-1 text-right">
                <IconButton
                  label={t`Download ${number}`}
                  icon={Download}
                  disabled
                  aria-describedby="no-download"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="card-b pt-2 meta" id="no-download">
        {t`Sample invoices cannot be downloaded.`}
      </p>
    </Card>
  );
}

function PaymentMethod(): ReactNode {
  return (
    <Card title={t`Payment method`} bodyClassName="stack gap-4">
      <p className="row text-ink-2">
        <Icon icon={CreditCard} />
        {t`No payment method yet`}
      </p>
      <UnavailableAction
        label={t`Add Payment Method`}
        reason={t`Payment by card or UPI is not available yet.`}
      />
    </Card>
  );
}

/** Disabled button with the reason why it does nothing yet. */
function UnavailableAction({ label, reason }: { label: string; reason: string }): ReactNode {
  return (
    <div className="row wrap gap-3">
      <Button disabled>{label}</Button>
      <span className="meta">{reason}</span>
    </div>
  );
}
