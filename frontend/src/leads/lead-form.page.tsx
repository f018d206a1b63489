import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { EditLeadPage } from './lead-edit.js';
import { NewLeadPage } from './lead-new.js';

/** `/leads/new` and `/leads/{id}/edit`. */
export default function LeadFormPage(): ReactNode {
  const { leadId } = useParams();
  return leadId === undefined ? <NewLeadPage /> : <EditLeadPage />;
}
