import { quotationCommands } from '#domain/quotations/quotation.commands.js';
import { z } from 'zod';

const { AcceptQuotation, DeclineQuotation, AskAboutQuotation, RecordQuotationView } =
  quotationCommands;
const toArray = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);
const version = z.coerce.number().pipe(AcceptQuotation.data.shape.version);
/** Reads an empty field of a form like one that was left out. */
const leftOutIfEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** Forms of the public page, as browsers post them. Their fields are those of the commands. */
export const acceptForm = z.object({
  version,
  pdfSha256: AcceptQuotation.data.shape.pdfSha256,
  lineIds: z.preprocess(toArray, AcceptQuotation.data.shape.lineIds),
  name: AcceptQuotation.data.shape.name,
  phone: AcceptQuotation.data.shape.phone,
  signature: leftOutIfEmpty(AcceptQuotation.data.shape.signature),
});
export const declineForm = z.object({ version, reason: DeclineQuotation.data.shape.reason });
export const questionForm = z.object({
  version,
  questionId: AskAboutQuotation.data.shape.questionId,
  question: AskAboutQuotation.data.shape.question,
});
export const viewForm = z.object({ version, viewId: RecordQuotationView.data.shape.viewId });
