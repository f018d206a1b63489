import type { StateCode } from './states.values.js';

/** Territories without a legislature, which levy UTGST in place of SGST. */
const withoutLegislature: ReadonlySet<StateCode> = new Set(['04', '26', '31', '35', '38', '97']);

export const gstRegistrations = ['regular', 'composition', 'none'] as const;
export type GstRegistration = (typeof gstRegistrations)[number];

/** Taxes of a supply: two halves within a state, one between states, none without registration. */
export const taxHeads = ['CGST and SGST', 'CGST and UTGST', 'IGST', 'none'] as const;
export type TaxHead = (typeof taxHeads)[number];

/** Only a regular registration may charge tax. */
export function findTaxHead(
  registration: GstRegistration,
  seller: StateCode,
  placeOfSupply: StateCode,
): TaxHead {
  if (registration !== 'regular') return 'none';
  if (seller !== placeOfSupply) return 'IGST';
  return withoutLegislature.has(placeOfSupply) ? 'CGST and UTGST' : 'CGST and SGST';
}

/**
 * Tax of an organization's quotation. Without a place of supply, it is the organization's state;
 * without a state, no tax is charged.
 */
export const taxHeadFor = (
  {
    state,
    gstRegistration,
  }: { readonly state?: StateCode | undefined; readonly gstRegistration: GstRegistration },
  placeOfSupply: StateCode | undefined,
): TaxHead =>
  state === undefined ? 'none' : findTaxHead(gstRegistration, state, placeOfSupply ?? state);
