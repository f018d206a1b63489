import { t } from '@lingui/core/macro';
/** A chat with whoever shows the product. */
export function whatsAppTo(number: string): string {
  return `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(t`Hello, I would like a demo of Fieldtrace.`)}`;
}
