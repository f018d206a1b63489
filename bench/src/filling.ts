import { randomUUID } from 'node:crypto';
import { leadTypes } from '#domain/leads/lead.commands.js';
import { team } from '../../test/acceptance/person.js';
import type { Product } from '../../test/acceptance/product.js';
import { cookieOf } from '../../test/faults/asking.js';
import { Connection, inParallel } from './connection.js';

export type Filled = { readonly people: Awaited<ReturnType<typeof team>>; readonly leads: number; readonly perSecond: number };

const connectionsAtOnce = 32;
const firstNames = ['Aarav', 'Diya', 'Ishaan', 'Kavya', 'Manoj', 'Neha', 'Pooja', 'Rahul', 'Sunita', 'Vikram'] as const;
const lastNames = ['Desai', 'Gupta', 'Iyer', 'Joshi', 'Kulkarni', 'Mehta', 'Nair', 'Patil', 'Reddy', 'Shah'] as const;
const cities = ['Pune', 'Nashik', 'Nagpur', 'Thane', 'Satara', 'Kolhapur'] as const;

/**
 * An organization with so many leads, all sent through the command door: spread over eight reps, every third of them moved
 * on to Contacted or Quoted, so that a filter by status and assignee finds some and leaves others.
 */
export async function filled(product: Product, leads: number, progress: (done: number) => void = () => undefined): Promise<Filled> {
  const people = await team(product, ...firstNames.slice(0, 8));
  const connections = Array.from({ length: connectionsAtOnce }, () => new Connection(product.url, cookieOf(people.admin)));
  let sent = 0;
  const send = async (connection: Connection, name: string, data: object): Promise<void> => {
    const { status, text } = await connection.command(name, randomUUID(), data);
    if (status !== 200) throw new Error(`${name} was answered ${status}: ${text}`);
    if (++sent % 5_000 === 0) progress(sent);
  };
  const seconds = await inParallel(
    Array.from({ length: leads }, (_, number) => number),
    connections,
    async (number, connection) => {
      const leadId = randomUUID();
      await send(connection, 'CreateLead', { leadId, ...lead(number), assignedTo: people.reps[number % people.reps.length]!.id });
      if (number % 3 === 0)
        await send(connection, 'ChangeLeadStatus', { leadId, status: Math.floor(number / 24) % 2 === 0 ? 'Contacted' : 'Quoted' });
    },
  );
  for (const connection of connections) connection.close();
  return { people, leads, perSecond: sent / seconds };
}

export const lead = (number: number) => ({
  firstName: firstNames[number % firstNames.length]!,
  lastName: lastNames[Math.floor(number / 7) % lastNames.length]!,
  phone: `+91${8_000_000_000 + number}`,
  city: cities[number % cities.length]!,
  siteName: `Site ${number}`,
  type: leadTypes[number % leadTypes.length]!,
});
