import { describe, expect, it } from '@jest/globals';
import {
  capturedPlaceText,
  paymentRequestText,
  mapLink,
  placeText,
  whatsAppLink,
} from './contact.js';

describe('contact links', () => {
  it('open a chat with a plain greeting', () => {
    expect(
      whatsAppLink('+919822041736', 'Rajesh', { name: 'Asha & co', organization: 'Suryodaya?' }),
    ).toBe(
      'https://wa.me/919822041736?text=Hello%20Rajesh%2C%20this%20is%20Asha%20%26%20co%20from%20Suryodaya%3F.',
    );
  });
  it('ask for a payment, and call it overdue only if it is', () => {
    const from = { name: 'Asha', organization: 'Suryodaya' };
    const sums = { open: '₹40', value: '₹100' };
    expect(paymentRequestText('Rajesh', from, { ...sums, overdue: undefined })).toContain(
      'Of ₹100 for your order, ₹40 is open.',
    );
    expect(paymentRequestText('Rajesh', from, { ...sums, overdue: '₹15' })).toContain(
      'A payment of ₹15 for your order is overdue.',
    );
  });
  it('show coordinates on the map, else landmark and city', () => {
    expect(mapLink({ place: { lat: 18.5590123, lng: 73.7868 }, city: 'Pune' })).toContain(
      'query=18.5590123%2C73.7868',
    );
    expect(mapLink({ landmark: 'Near Orchid School', city: 'Pune' })).toContain(
      'query=Near%20Orchid%20School%2C%20Pune',
    );
    expect(mapLink({ city: 'Pune' })).toContain('query=Pune');
  });
});

describe('place of a visit', () => {
  it('keeps the accuracy in one piece, with coordinates only for others', () => {
    const place = { lat: 18.559, lng: 73.7868 };
    expect(capturedPlaceText(place, 8)).toBe('Location captured (±8\u00a0m)');
    expect(capturedPlaceText({ ...place, name: 'Baner' }, undefined)).toBe('Baner');
    expect(placeText(place, 8)).toMatch(/^18\.559.* \(±8\u00a0m\)$/);
  });
});
