import { SendCode } from './accounts/send-code.job.js';
import { PhotoVariants } from './files/photo-variants.job.js';
import type { JobHandlers } from './job-handler.js';
import { PushAlert } from './notifications/push-alert.job.js';
import { RaiseSampleAlerts } from './notifications/sample-alerts.job.js';
import { QuotationPdf } from './quotations/quotation-pdf.job.js';
import { SendInvitation } from './organizations/send-invitation.job.js';

/** Handler of each job: a job without a handler does not compile. */
export const jobHandlers: JobHandlers = {
  'send-code': SendCode,
  'send-invitation': SendInvitation,
  'photo-variants': PhotoVariants,
  'quotation-pdf': QuotationPdf,
  'sample-alerts': RaiseSampleAlerts,
  'push-alert': PushAlert,
};
