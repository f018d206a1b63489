import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Problem } from '../lib/api.js';
import { isOutOfReach } from '../lib/query-client.js';
import { ButtonLink } from '../ui/button.js';
import { Page, TopBar } from '../ui/frame.js';
import { EmptyState, ErrorState } from '../ui/states.js';

/** Whether it was deleted or given away while it was open: what is known of it must not be shown any more. */
export const isGone = (error: unknown): boolean => error instanceof Problem && error.status === 404;

/** Missing, deleted, somebody else's: all answer alike. Where only the server is out of reach, it can be tried again. */
export function LeadNotFound({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const outOfReach = isOutOfReach(error);
  return (
    <>
      <TopBar title={outOfReach ? 'Lead' : 'Lead not found'} back={{ to: '/leads', label: 'Back to leads' }} />
      <Page>
        <div className="card">
          {outOfReach ? (
            <ErrorState title="Failed to load lead details" onRetry={onRetry} />
          ) : (
            <EmptyState title="Lead not found" art={SearchX} action={<ButtonLink to="/leads">Back to leads</ButtonLink>}>
              It was deleted, or it is not one of yours.
            </EmptyState>
          )}
        </div>
      </Page>
    </>
  );
}
