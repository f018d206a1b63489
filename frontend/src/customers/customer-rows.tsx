import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Ellipsis, Eye, Pencil, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CustomerItem } from '#domain/customers/customer.views.js';
import { paiseToCollect } from '#domain/customers/to-collect.js';
import { daysBetween } from '#domain/kernel/values/days.js';
import {
  AskOnWhatsApp,
  ContactActions,
  Due,
  PlaceLine,
  useContactLinks,
} from '../kit/leads/contact-actions.js';
import { paymentRequestText } from '../kit/leads/contact.js';
import { type TableColumn, RowLink } from '../kit/lists/data-table.js';
import { personName } from '../kit/team/person-name.js';
import { IconButton, IconLink } from '../ui/buttons/button.js';
import { Money, useToday } from '../ui/display/figures.js';
import { money, phoneText } from '../ui/display/format.js';
import { NoValue } from '../ui/display/no-value.js';
import { Link } from '../ui/buttons/link.js';
import { LazyMenu } from '../ui/overlays/lazy-menu.js';
import { CardFooter, InlineList } from '../ui/layout/surface.js';
import { translated } from '../words/i18n.js';
import {
  PaidBar,
  PaidOfTotal,
  LabelledPaymentBadge,
  PaymentBadge,
  AmountToCollect,
} from './payment-badge.js';
import { memoized } from '../words/language.js';

/** Phone number on a very wide screen, where a row has room for it. */
const WidePhone = ({ phone }: Pick<CustomerItem, 'phone'>): ReactNode => (
  <span className="meta num max-[1536px]:hidden">{phoneText(phone)}</span>
);

const columns = {
  customer: {
    title: msg`Customer`,
    cell: (customer) => (
      <RowLink to={`/customers/${customer.customerId}`} title={customer.name}>
        <PlaceLine lead={customer} className="meta block" />
      </RowLink>
    ),
  },
  contact: {
    title: msg`Contact Actions`,
    hiddenOnPastDays: true,
    className: 'w-30 lg:w-32 min-[1536px]:w-56',
    cell: (customer) => (
      <span className="row gap-1">
        <ContactActions person={customer} />
        <WidePhone phone={customer.phone} />
      </span>
    ),
  },
  progress: {
    title: msg`Progress`,
    className: 'w-32 max-[1200px]:hidden min-[1536px]:w-38',
    cell: ({ progressPercent }) => (
      <span className="row gap-3">
        <span className="h-2 grow overflow-hidden rounded-full bg-press" aria-hidden="true">
          <span
            className="block h-full rounded-[inherit] bg-accent"
            style={{ width: `${progressPercent}%` }}
          />
        </span>
        <span className="num label w-10 text-right">{progressPercent}%</span>
      </span>
    ),
  },
  payment: {
    title: msg`Payment`,
    className: 'w-44 min-[1200px]:w-68 min-[1536px]:w-58',
    sort: { key: 'to-collect', direction: 'descending' },
    cell: (customer) => (
      <>
        <span className="row wrap gap-x-2">
          <PaymentBadge status={customer.paymentStatus} />
          <AmountToCollect {...customer} />
        </span>
        <span className="meta mt-1 block">
          <PaidOfTotal {...customer} />
        </span>
      </>
    ),
  },
  stage: { title: msg`Stage`, className: 'w-28 lg:w-32', cell: ({ stage }) => translated(stage) },
  actions: {
    title: msg`Actions`,
    hasButtons: true,
    hiddenOnPastDays: true,
    className: 'w-26 max-lg:hidden',
    alignRight: true,
    cell: ({ customerId, name }) => (
      <span className="row justify-end gap-0">
        <IconLink icon={Eye} label={t`View ${name}`} to={`/customers/${customerId}`} />
        <IconLink icon={Pencil} label={t`Edit ${name}`} to={`/customers/${customerId}/edit`} />
      </span>
    ),
  },
} as const satisfies Readonly<Record<string, TableColumn<CustomerItem>>>;

/** Columns on a wide screen. */
export const customerColumns: readonly TableColumn<CustomerItem>[] = [
  columns.customer,
  columns.contact,
  columns.progress,
  columns.payment,
  columns.stage,
  columns.actions,
];

/** Columns of customers who are all Overdue: amount and delay, and a reminder in each row. */
export const overdueColumns: readonly TableColumn<CustomerItem>[] = [
  {
    ...columns.customer,
    cell: (customer) => (
      <RowLink to={`/customers/${customer.customerId}`} title={customer.name}>
        <span className="meta flex min-w-0 gap-x-2">
          <PlaceLine lead={customer} />
          {/* a wide screen shows this in a column of its own */}
          <span className="flex-none before:mr-2 before:content-['·'] xl:hidden">
            {translated(customer.stage)}
          </span>
        </span>
      </RowLink>
    ),
  },
  { ...columns.stage, className: 'w-26 max-xl:hidden' },
  {
    title: msg`To collect`,
    className: 'w-28',
    alignRight: true,
    sort: { key: 'to-collect', direction: 'descending' },
    cell: (customer) => (
      <Money as="plain" paise={paiseToCollect(customer)} className="font-medium" />
    ),
  },
  {
    title: msg`Overdue`,
    className: 'w-24',
    alignRight: true,
    sort: { key: 'overdue', direction: 'descending' },
    cell: ({ overdueSince }) => <DaysOverdue since={overdueSince} />,
  },
  {
    title: msg`Received`,
    className: 'w-30 max-lg:hidden',
    alignRight: true,
    cell: ({ paidPaise, projectValuePaise }) => (
      <>
        <Money as="plain" paise={paidPaise} className="block" />
        <span className="meta num block whitespace-nowrap">
          <Trans>
            of <Money as="plain" paise={projectValuePaise} />
          </Trans>
        </span>
      </>
    ),
  },
  {
    title: msg`Owner`,
    className: 'w-33 max-xl:hidden',
    cell: ({ owner }) =>
      owner ? (
        <span className="block min-w-0 truncate" title={personName(owner)}>
          {personName(owner)}
        </span>
      ) : (
        <NoValue>{t`None`}</NoValue>
      ),
  },
  {
    title: msg`Contact Actions`,
    isUntitled: true,
    hiddenOnPastDays: true,
    alignRight: true,
    className: 'w-45 min-[1536px]:w-80',
    cell: (customer) => <CollectActions customer={customer} />,
  },
];

function DaysOverdue({ since }: { since: string | undefined }): ReactNode {
  const today = useToday();
  return since === undefined ? (
    <NoValue>{t`No due day`}</NoValue>
  ) : (
    <span className="num text-orange-ink">
      {plural(daysBetween(since, today), { one: '# day', other: '# days' })}
    </span>
  );
}

/** Call, a reminder on WhatsApp with the open amount, and the other actions of a row. */
function CollectActions({ customer }: { customer: CustomerItem }): ReactNode {
  const { customerId, name, projectValuePaise } = customer;
  const { call } = useContactLinks(customer);
  const firstName = name.split(' ')[0] ?? name;
  return (
    <span className="row relative z-1 justify-end gap-0.5">
      <WidePhone phone={customer.phone} />
      <IconLink icon={Phone} label={t`Call ${name}`} href={call.href} onClick={call.onLeave} />
      <AskOnWhatsApp
        kind="ghost"
        person={customer}
        aria-label={t`Remind ${name} on WhatsApp`}
        className="px-3"
        textOf={(from) =>
          paymentRequestText(firstName, from, {
            overdue: undefined,
            open: money(paiseToCollect(customer)),
            value: money(projectValuePaise),
          })
        }
      >
        {t`Remind`}
      </AskOnWhatsApp>
      <LazyMenu
        trigger={<IconButton icon={Ellipsis} label={t`More for ${name}`} />}
        entries={[
          { kind: 'link', label: t`View ${name}`, icon: Eye, to: `/customers/${customerId}` },
          {
            kind: 'link',
            label: t`Edit ${name}`,
            icon: Pencil,
            to: `/customers/${customerId}/edit`,
          },
        ]}
      />
    </span>
  );
}

/** Card of a customer on a phone. */
export const CustomerCard = memoized(function CustomerCard({
  customer,
  isOverdueList,
}: {
  customer: CustomerItem;
  /** Whether all listed customers are Overdue. The card then shows since when, not the status. */
  isOverdueList: boolean;
}): ReactNode {
  return (
    <>
      <Link to={`/customers/${customer.customerId}`} className="block p-4 pb-1">
        <span className="t3 line-clamp-2 min-w-0 wrap-anywhere">{customer.name}</span>
        <PlaceLine lead={customer} className="meta block" />
        <span className="row wrap between mt-2 gap-x-3 gap-y-1">
          <AmountToCollect {...customer} />
          {isOverdueList ? (
            customer.overdueSince !== undefined && <Due day={customer.overdueSince} />
          ) : (
            <LabelledPaymentBadge {...customer} />
          )}
        </span>
        <PaidBar {...customer} className="mt-2 h-1" />
        <span className="meta mt-1.5 block">
          <Trans>
            <PaidOfTotal {...customer} /> paid
          </Trans>
        </span>
      </Link>
      <CardFooter>
        <span className="meta grow">
          <InlineList
            items={[
              t`Stage: ${translated(customer.stage)}`,
              t`${customer.progressPercent}% of the work done`,
            ]}
          />
        </span>
        <ContactActions person={customer} />
      </CardFooter>
    </>
  );
});
