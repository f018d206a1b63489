import { z } from 'zod';
import { checkMoneyDay } from '../kernel/values/day-rules.js';
import { checkErasure, erasureRequest } from '../kernel/values/erasure.js';
import {
  type CommandDefinitions,
  type CommandsIn,
  id,
  optionalText,
  paise,
  personal,
  requiredText,
  text,
} from '../kernel/schema.js';
import { billTypes } from './bill.values.js';

/** Details of an expense, shared by form, command and event. */
export const billDetails = z.object({
  type: z.enum(billTypes, 'Choose the type of bill'),
  amountPaise: paise.min(1, 'Please enter a valid amount'),
  spentOn: z.iso.date('Please select a date'),
  imageFileId: id.optional(),
  /** SHA-256 of the chosen picture, which identifies a repeated one. */
  imageSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  note: personal(text).optional(),
});

export const billCommands = {
  SubmitBill: {
    may: 'member',
    data: z.strictObject({ billId: id, ...billDetails.shape, note: optionalText }),
    check: ({ spentOn }: { spentOn?: string }, today) =>
      checkMoneyDay(today, spentOn, 'bill-in-the-future', 'spentOn'),
    refersTo: { imageFileId: 'image' },
    uniqueFields: { imageFileId: 'bill-picture' },
  },
  ApproveBill: { may: ['admin'], data: z.strictObject({ billId: id }), recordsRefusals: true },
  RejectBill: {
    may: ['admin'],
    data: z.strictObject({
      billId: id,
      reason: requiredText('Please provide a reason for rejecting this bill'),
    }),
    recordsRefusals: true,
  },
  /** Erases note, reasons and picture of a decided bill. By law its figures must be kept. */
  EraseBill: {
    may: ['admin'],
    data: z.strictObject({ billId: id, ...erasureRequest }),
    check: checkErasure,
    recordsRefusals: true,
  },
} as const satisfies CommandDefinitions;

export type BillCommand = CommandsIn<typeof billCommands>;
