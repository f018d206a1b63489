import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { HistoryPage } from '../../kit/history/history-page.js';
import { LeadFacts } from './lead-panel.js';

/** `/leads/{id}/history` */
export default function LeadHistoryPage(): ReactNode {
  const { leadId = '' } = useParams();
  return (
    <HistoryPage
      kind="lead"
      id={leadId}
      back={{ to: `/leads/${leadId}`, label: t`Back to lead` }}
      list="/leads"
      screen={(lead) => <LeadFacts lead={lead} isSent={false} />}
    />
  );
}
