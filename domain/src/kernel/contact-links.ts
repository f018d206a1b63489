/**
 * Links that a phone knows, to a number as it is stored: E.164, which `phoneNumber` makes of what
 * was typed.
 */
export const callLink = (phone: string): string => `tel:${phone}`;

/**
 * A chat with a text that can be changed before it is sent. Without a number the person is chosen
 * there.
 */
export const chatLink = (phone: string, text: string): string =>
  `https://wa.me/${phone.replace('+', '')}?text=${encodeURIComponent(text)}`;
