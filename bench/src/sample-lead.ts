import { cities, firstNames, lastNames, siteNames } from '#backend/demo/words.js';
import { leadTypes } from '#domain/leads/lead.values.js';

/** Lead of a number, equal in every run, with a unique phone number. */
export const lead = (number: number) => ({
  firstName: firstNames[number % firstNames.length]!,
  lastName: lastNames[Math.floor(number / 7) % lastNames.length]!,
  phone: `+91${8_000_000_000 + number}`,
  city: cities[number % cities.length]!.name,
  siteName: `${siteNames[number % siteNames.length]!} ${number}`,
  type: leadTypes[number % leadTypes.length]!,
});
