import { t } from '@lingui/core/macro';
import { chatLink } from '#domain/kernel/contact-links.js';

/** A chat with whoever shows the product. */
export function whatsAppTo(number: string): string {
  return chatLink(number, t`Hello, I would like a demo of Fieldtrace.`);
}
