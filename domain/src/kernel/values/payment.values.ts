/** How a payment was made. */
export const paymentMethods = ['Cash', 'Bank Transfer', 'Cheque', 'UPI', 'Card', 'Other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
