import { firstNames, lastNames, siteNames, territories } from '#backend/demo/sample-texts.js';
import { leadTypes } from '#domain/leads/lead.values.js';

/** Lead derived from its number: equal in every run, with a unique phone number. */
export const sampleLead = (number: number) => ({
  firstName: firstNames[number % firstNames.length]!,
  lastName: lastNames[Math.floor(number / 7) % lastNames.length]!,
  phone: `+91${8_000_000_000 + number}`,
  city: territories[number % territories.length]![0]!.name,
  siteName: `${siteNames[number % siteNames.length]!} ${number}`,
  type: leadTypes[number % leadTypes.length]!,
});
