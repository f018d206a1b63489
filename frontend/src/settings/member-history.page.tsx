import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { HistoryPage } from '../kit/history/history-page.js';

/** `/settings/team/{id}/history` */
export default function MemberHistoryPage(): ReactNode {
  const { memberId = '' } = useParams();
  return (
    <HistoryPage
      kind="member"
      id={memberId}
      back={{ to: '/settings/team', label: t`Back to team` }}
    />
  );
}
