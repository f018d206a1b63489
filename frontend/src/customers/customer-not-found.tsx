import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { isOutOfReach } from '../lib/query-client.js';
import { ButtonLink } from '../ui/button.js';
import { Page, TopBar } from '../ui/frame.js';
import { EmptyState, ErrorState } from '../ui/states.js';

/** Where only the server is out of reach, it can be tried again. */
export function CustomerNotFound({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const outOfReach = isOutOfReach(error);
  return (
    <>
      <TopBar title={outOfReach ? 'Customer' : 'Customer not found'} back={{ to: '/customers', label: 'Back to customers' }} />
      <Page>
        <div className="card">
          {outOfReach ? (
            <ErrorState title="Failed to load customer" onRetry={onRetry} />
          ) : (
            <EmptyState title="Customer not found" art={SearchX} action={<ButtonLink to="/customers">Back to customers</ButtonLink>}>
              No customer of your organization has this address.
            </EmptyState>
          )}
        </div>
      </Page>
    </>
  );
}

/** It was converted a moment ago, and shows as soon as it is there. */
export function CustomerComing(): ReactNode {
  return (
    <>
      <TopBar title="Customer" back={{ to: '/customers', label: 'Back to customers' }} />
      <Page>
        <div className="card card-b row gap-3" role="status">
          <span className="spin" aria-hidden="true" />
          Making the customer of this lead
        </div>
      </Page>
    </>
  );
}
