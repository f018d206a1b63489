/** Link that calls a stored number (E.164). */
export const callLink = (phone: string): string => `tel:${phone}`;

/** Link to a chat with an editable text. Without a number the user chooses the recipient. */
export const chatLink = (phone: string, text: string): string =>
  `https://wa.me/${phone.replace('+', '')}?text=${encodeURIComponent(text)}`;
