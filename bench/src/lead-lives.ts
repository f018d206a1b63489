import { cities, firstNames, landmarks, lastNames, notes, quotationNotes, reasonsToCancel, reasonsToLose, siteNames } from '#backend/demo/words.js';
import { leadTypes } from '#domain/leads/lead.commands.js';
import type { LeadEvent } from '#domain/leads/lead.events.js';
import { createHash } from 'node:crypto';

/** The same chances at every run: what is measured tomorrow is what was measured today. */
export function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What happens to a lead in one command, so many days after the lead was captured. */
export type Step = { readonly afterDays: number; readonly events: readonly LeadEvent[] };
type Maker = { readonly chance: () => number; readonly members: readonly string[] };

/** As a browser makes them (UUIDv7): they begin with the time, so that what is new lies together. The same text has the same id. */
export function madeId(of: string, at: number): string {
  const time = at.toString(16).padStart(12, '0');
  const rest = createHash('sha1').update(of).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
const oneOf = <Item>(items: readonly Item[], chance: () => number): Item => items[Math.floor(chance() * items.length)]!;

/** What a rep writes down in front of somebody's house. Every number is another one. */
export function captured(number: number, { chance, members }: Maker): Extract<LeadEvent, { type: 'LeadCreated' }> {
  const city = oneOf(cities, chance);
  const area = oneOf(city.areas, chance);
  // Numbers as operators give them out: scattered, and none twice.
  const phone = `+91${7_000_000_000 + ((number * 48_271 + 11) % 2_147_483_647)}`;
  return {
    type: 'LeadCreated',
    data: {
      firstName: oneOf(firstNames, chance),
      lastName: oneOf(lastNames, chance),
      phone,
      city: city.name,
      siteName: `${oneOf(siteNames, chance)} ${1 + Math.floor(chance() * 900)}`,
      type: oneOf(leadTypes, chance),
      assignedTo: oneOf(members, chance),
      ...(chance() < 0.4 && { landmark: oneOf(landmarks, chance) }),
      ...(chance() < 0.5 && {
        place: {
          lat: Number((city.lat + chance() / 20).toFixed(6)),
          lng: Number((city.lng + chance() / 20).toFixed(6)),
          name: area,
          address: `${area}, ${city.name}`,
        },
      }),
    },
  };
}

/** A lead's whole life of about six events beside its claim, half of them with something personal in it, in commands as reps send them. */
export function lifeOf(number: number, leadId: string, maker: Maker, at: number): readonly Step[] {
  const { chance, members } = maker;
  const created = captured(number, maker);
  const id = (what: string) => madeId(`${leadId}/${what}`, at);
  const dayAfter = (days: number) => new Date(at + days * 86_400_000).toISOString().slice(0, 10);
  const note = (what: string): LeadEvent => ({ type: 'NoteAdded', data: { noteId: id(what), note: oneOf(notes, chance) } });
  const due = (what: string, days: number): LeadEvent => ({ type: 'FollowUpScheduled', data: { followUpId: id(what), dueOn: dayAfter(days) } });

  const steps: Step[] = [{ afterDays: 0, events: [created, note('first'), due('first', 4)] }];
  if (chance() < 0.05)
    steps.push({ afterDays: 1, events: [{ type: 'LeadEdited', data: { changes: { siteName: `${oneOf(siteNames, chance)} East` } } }] });
  if (chance() < 0.15)
    steps.push({ afterDays: 3, events: [{ type: 'FollowUpCancelled', data: { followUpId: id('first'), reason: oneOf(reasonsToCancel, chance) } }] });
  else
    steps.push({
      afterDays: 4 + chance() * 3,
      events: [
        { type: 'FollowUpCompleted', data: { followUpId: id('first') } },
        note('second'),
        { type: 'LeadStatusChanged', data: { from: 'New', to: 'Contacted' } },
      ],
    });
  if (chance() < 0.08) {
    const to = oneOf(members, chance);
    if (to !== created.data.assignedTo)
      steps.push({ afterDays: 8, events: [{ type: 'LeadReassigned', data: { from: created.data.assignedTo, to } }] });
  }
  if (chance() < 0.3)
    steps.push({
      afterDays: 9 + chance() * 6,
      events: [
        {
          type: 'QuotationUploaded',
          data: { quotationId: id('quotation'), amountPaise: 10_000_000 + Math.floor(chance() * 90_000_000), notes: oneOf(quotationNotes, chance) },
        },
        { type: 'LeadStatusChanged', data: { from: 'Contacted', to: 'Quoted' } },
      ],
    });
  const end = chance();
  if (end < 0.25)
    steps.push({ afterDays: 20 + chance() * 10, events: [{ type: 'LeadLost', data: { from: 'Contacted', reason: oneOf(reasonsToLose, chance) } }] });
  else if (end < 0.65) steps.push({ afterDays: 18 + chance() * 10, events: [note('later')] });
  else if (end < 0.66) steps.push({ afterDays: 25, events: [{ type: 'LeadDeleted', data: {} }] });
  else if (end < 0.661) steps.push({ afterDays: 40, events: [{ type: 'PersonalDataErased', data: {} }] });
  return steps;
}

/** A lead that is visited again and again, every three days. */
export function visitedLife(number: number, leadId: string, maker: Maker, at: number): readonly Step[] {
  const visits = Array.from({ length: visitsOfALead }, (_, visit): Step => {
    const afterDays = 3 * (visit + maker.chance());
    const ended = at + Math.floor(afterDays * 86_400_000);
    const startedAt = new Date(ended - (10 + Math.floor(maker.chance() * 50)) * 60_000).toISOString();
    const when = { startedAt, endedAt: new Date(ended).toISOString(), startedOn: startedAt.slice(0, 10), pausedSeconds: 0 };
    const data = { visitId: madeId(`${leadId}/visit ${visit}`, at), ...when, notes: oneOf<string>(notes, maker.chance) };
    return { afterDays, events: [{ type: 'VisitRecorded', data }] };
  });
  return [{ afterDays: 0, events: [captured(number, maker)] }, ...visits];
}
export const visitsOfALead = 20;
