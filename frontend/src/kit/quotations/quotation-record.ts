import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../records/answer.js';
import { recordsOf } from '../records/record-query.js';

export const quotationRecords = recordsOf('quotation-detail', '/api/quotations/:quotationId', {
  outdatedBy: ['quotation-detail', 'people'],
});

const settingsQuery = answerOf('/api/quotation-settings', ['quotation-settings'], {});
/** Query of the settings from which quotations are made. */
export const useQuotationSettings = ({ enabled } = { enabled: true }) =>
  useQuery({ ...settingsQuery, enabled });
