import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { isOutOfReach } from '../lib/query-client.js';
import { ButtonLink } from '../ui/button.js';
import { Page, TopBar } from '../ui/frame.js';
import { EmptyState, ErrorState } from '../ui/states.js';

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
