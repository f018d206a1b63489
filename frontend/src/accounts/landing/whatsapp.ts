/** A chat with whoever shows the product. */
export function whatsAppTo(number: string): string {
  return `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent('Hello, I would like a demo of Fieldtrace.')}`;
}
