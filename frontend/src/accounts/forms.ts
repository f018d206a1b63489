import { z } from 'zod';
import { inviteCode } from '#domain/accounts/account.commands.js';
import { roles } from '#domain/kernel/policy.js';
import { phone, required } from '#domain/kernel/schema.js';

/** A number that was left empty has words of its own. */
const whatsAppNumber = z.string().trim().min(1, { error: 'WhatsApp number is required', abort: true }).pipe(phone);

export const signInForm = z.object({ phone: whatsAppNumber });

/** Step 1 of sign-up: who it is. */
export const personForm = z.object({ name: required('Name is required'), phone: whatsAppNumber });

/** Step 2: where they belong. Both are only asked for; the server and the admins decide. */
export const belongingForm = z.object({
  inviteCode: z.union([z.literal('').transform(() => undefined), inviteCode], 'Invalid invite code. Please check and try again.'),
  role: z.enum(roles),
});
