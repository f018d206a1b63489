import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { CustomerDetail } from '#domain/customers/customer.views.js';
import { refetchAndHighlight, onViewChange } from '../lib/live/live-changes.js';
import { OpenedRecord, type OpenedRecordProps } from '../kit/records/record-page.js';
import { recordsOf } from '../kit/records/record-query.js';

/** Props of each part of a customer's page. */
export type CustomerProps = { readonly customer: CustomerDetail };

export const customerRecords = recordsOf('customer', '/api/customers/:customerId', {
  outdatedBy: ['customer-detail', 'people'],
});

// lists, counts and days need a refetch; changes by others are highlighted
for (const view of ['customer-list', 'customer-detail'])
  onViewChange(view, 'customers', refetchAndHighlight);

/** Opens the customer whose id is in the address. */
export function OpenedCustomer(
  props: Pick<OpenedRecordProps<CustomerDetail>, 'isReloaded' | 'children'>,
): ReactNode {
  const { customerId = '' } = useParams();
  return (
    <OpenedRecord
      {...props}
      records={customerRecords}
      id={customerId}
      failed={t`Failed to load customer`}
      missing={t`No customer of your organization has this address.`}
    />
  );
}
