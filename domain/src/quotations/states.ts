/**
 * States and union territories by their code in a GSTIN, and `97` for other territory. 25 and 28
 * belonged to areas that have been merged or split since.
 */
export const states = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
} as const;
export type StateCode = keyof typeof states;
export const stateCodes = Object.keys(states).sort() as StateCode[];

/** Territories without a legislature, which levy UTGST in place of SGST. */
const withoutLegislature: ReadonlySet<StateCode> = new Set(['04', '26', '31', '35', '38', '97']);

export const gstRegistrations = ['regular', 'composition', 'none'] as const;
export type GstRegistration = (typeof gstRegistrations)[number];

/** Taxes of a supply: two halves within a state, one between states, none without registration. */
export const taxHeads = ['CGST and SGST', 'CGST and UTGST', 'IGST', 'none'] as const;
export type TaxHead = (typeof taxHeads)[number];

/** Only a regular registration may charge tax. */
export function taxHeadOf(
  registration: GstRegistration,
  seller: StateCode,
  placeOfSupply: StateCode,
): TaxHead {
  if (registration !== 'regular') return 'none';
  if (seller !== placeOfSupply) return 'IGST';
  return withoutLegislature.has(placeOfSupply) ? 'CGST and UTGST' : 'CGST and SGST';
}
