import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CreditCard, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayAfter } from '#domain/kernel/days.js';
import { useTeam } from '../shared/team.js';
import { Badge } from '../ui/badge.js';
import { Button, IconButton } from '../ui/button.js';
import { Money, useToday } from '../ui/figures.js';
import { dayText } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { ErrorState, Loading, SkeletonCards } from '../ui/states.js';
import { CardHead } from '../ui/surface.js';
import './settings.css';

/** Nothing is charged yet: the plan and its price are shown, the invoices are samples. */
const plan = { name: 'Growth', paisePerUser: 99_900, nextInDays: 30 };
const samples = [
  { number: 'INV-002', daysAgo: 30 },
  { number: 'INV-001', daysAgo: 60 },
];

/** `/settings/billing`, for admins. */
export default function BillingPage(): ReactNode {
  const { data, error, refetch } = useTeam();
  if (error && !data)
    return (
      <div className="card">
        <ErrorState title={t`Failed to load billing information`} onRetry={() => void refetch()} />
      </div>
    );
  return (
    <Loading when={!data} label={t`Loading billing`} skeleton={<SkeletonCards count={3} />}>
      {() =>
        data && (
          <>
            <Plan users={data.members.length} />
            <Invoices users={data.members.length} />
            <PaymentMethod />
          </>
        )
      }
    </Loading>
  );
}

function Plan({ users }: { users: number }): ReactNode {
  const today = useToday();
  return (
    <section className="card" aria-labelledby="plan">
      <CardHead title={t`${plan.name} plan`} id="plan">
        <Badge tone="success">
          <Trans>Active</Trans>
        </Badge>
      </CardHead>
      <div className="card-b stack gap-4">
        <p>
          <span className="text-figure strong">
            <Money paise={plan.paisePerUser} />
          </span>{' '}
          <span className="muted">
            <Trans>per user per month, billed monthly</Trans>
          </span>
        </p>
        <dl className="kv">
          <dt>
            <Trans>Users</Trans>
          </dt>
          <dd className="num">{plural(users, { one: '# member', other: '# members' })}</dd>
          <dt>
            <Trans>Monthly total</Trans>
          </dt>
          <dd>
            <Money paise={plan.paisePerUser * users} />
          </dd>
          <dt>
            <Trans>Next billing</Trans>
          </dt>
          <dd className="num">{dayText(dayAfter(today, plan.nextInDays), today)}</dd>
        </dl>
        <NotYet act={t`Upgrade Plan`} why={t`Other plans are not available yet.`} />
      </div>
    </section>
  );
}

function Invoices({ users }: { users: number }): ReactNode {
  const today = useToday();
  return (
    <section className="card" aria-labelledby="invoices">
      <CardHead title={t`Invoice history`} id="invoices" />
      <table className="settings-invoices" aria-labelledby="invoices">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Invoice</Trans>
            </th>
            <th scope="col" className="text-right">
              <Trans>Amount</Trans>
            </th>
            <th scope="col">
              <Trans>Status</Trans>
            </th>
            <th scope="col">
              <span className="vh">
                <Trans>Download</Trans>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {samples.map(({ number, daysAgo }) => (
            <tr key={number}>
              <th scope="row">
                <span className="row wrap gap-2">
                  {number}
                  <Badge tone="info">
                    <Trans>Sample</Trans>
                  </Badge>
                </span>
                <span className="meta num block">{dayText(dayAfter(today, -daysAgo), today)}</span>
              </th>
              <td className="text-right">
                <Money paise={plan.paisePerUser * users} />
              </td>
              <td>
                <Badge tone="pay-paid">
                  <Trans>Paid</Trans>
                </Badge>
              </td>
              <td className="text-right">
                <IconButton label={t`Download ${number}`} icon={Download} disabled aria-describedby="no-download" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="card-b pt-2 meta" id="no-download">
        <Trans>Sample invoices cannot be downloaded.</Trans>
      </p>
    </section>
  );
}

function PaymentMethod(): ReactNode {
  return (
    <section className="card" aria-labelledby="payment-method">
      <CardHead title={t`Payment method`} id="payment-method" />
      <div className="card-b stack gap-4">
        <p className="row muted">
          <Icon of={CreditCard} />
          <Trans>No payment method yet</Trans>
        </p>
        <NotYet act={t`Add Payment Method`} why={t`Payment by card or UPI is not available yet.`} />
      </div>
    </section>
  );
}

/** A button that does nothing yet says so. */
function NotYet({ act, why }: { act: string; why: string }): ReactNode {
  return (
    <div className="row wrap gap-3">
      <Button disabled>{act}</Button>
      <span className="meta">{why}</span>
    </div>
  );
}
