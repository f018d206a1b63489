import type { CommandsIn } from '../kernel/schema.js';
import { dayAfter, dayIn } from '../kernel/values/days.js';
import type { leadCommands } from './lead.commands.js';
import type { LeadType, LostReason } from './lead.values.js';
import { type SAMPLE_LEADS, sampleId } from './sample-ids.js';

type SentCommands = Pick<
  typeof leadCommands,
  'CreateLead' | 'RecordVisit' | 'UploadQuotation' | 'MarkLeadLost'
>;

/** Command of a sample lead, with its pretended capture time. */
export type SampleCommand = CommandsIn<SentCommands> & {
  readonly id: string;
  readonly capturedAt: string;
};

/**
 * Story of a sample lead. `daysAgo` is the number of days before today on which something
 * happened, `daysToFollowUp` the number of days from the capture to the next follow-up.
 */
type Sample = {
  readonly name: readonly [first: string, last: string];
  readonly city: string;
  readonly type: LeadType;
  readonly note: string;
  readonly daysAgo: number;
  readonly daysToFollowUp?: number;
  readonly visitedDaysAgo?: number;
  readonly quoted?: { readonly rupees: number; readonly daysAgo: number };
  readonly lost?: { readonly reason: LostReason; readonly daysAgo: number };
};

const samples: readonly Sample[] & { readonly length: typeof SAMPLE_LEADS } = [
  {
    name: ['Rajesh', 'Deshmukh'],
    city: 'Pune',
    type: 'Owner',
    daysAgo: 9,
    daysToFollowUp: 8,
    note: 'Asked for a price for his house.',
    visitedDaysAgo: 5,
    quoted: { rupees: 2_85_000, daysAgo: 3 },
  },
  {
    name: ['Priya', 'Kulkarni'],
    city: 'Mumbai',
    type: 'Architect',
    daysAgo: 4,
    daysToFollowUp: 4,
    note: 'Has two sites this year.',
  },
  {
    name: ['Imran', 'Shaikh'],
    city: 'Nashik',
    type: 'Contractor',
    daysAgo: 6,
    daysToFollowUp: 7,
    note: 'Wants the lowest price, pays on time.',
    visitedDaysAgo: 2,
  },
  {
    name: ['Sunita', 'Rao'],
    city: 'Bengaluru',
    type: 'Owner',
    daysAgo: 12,
    daysToFollowUp: 15,
    note: 'Decides with her brother.',
    quoted: { rupees: 1_20_000, daysAgo: 6 },
  },
  {
    name: ['Vikram', 'Shetty'],
    city: 'Mumbai',
    type: 'Builder',
    daysAgo: 1,
    note: 'Gave his number at the exhibition.',
  },
  {
    name: ['Kavita', 'Nair'],
    city: 'Kochi',
    type: 'Owner',
    daysAgo: 14,
    note: 'Compares three offers.',
    lost: { reason: 'Price', daysAgo: 7 },
  },
  {
    name: ['Harpreet', 'Singh'],
    city: 'Ludhiana',
    type: 'Builder',
    daysAgo: 8,
    daysToFollowUp: 5,
    note: 'Twelve flats, work begins in a month.',
    visitedDaysAgo: 7,
  },
  {
    name: ['Anjali', 'Mehta'],
    city: 'Ahmedabad',
    type: 'Owner',
    daysAgo: 0,
    daysToFollowUp: 0,
    note: 'Call in the evening.',
  },
];

/** Numbers from which the ids of a sample's records and commands are made. They never change. */
const idNumbers = {
  lead: 0,
  visit: 1,
  quotation: 2,
  creation: 8,
  visitRecording: 9,
  quotationUpload: 10,
  loss: 11,
} as const;

const DAY_MS = 24 * 60 * 60_000;
const VISIT_MS = 40 * 60_000;

/**
 * Commands that create the sender's sample leads, those of each lead in order. The phone numbers
 * are reserved for fiction.
 * @param siteName marks the leads on every screen
 * @param translate puts notes into the founder's language
 */
export function sampleCommands({
  organizationId,
  timeZone,
  now,
  siteName,
  translate,
}: {
  readonly organizationId: string;
  readonly timeZone: string;
  readonly now: Date;
  readonly siteName: string;
  readonly translate: (english: string) => string;
}): readonly (readonly SampleCommand[])[] {
  return samples.map((sample, index) => {
    const idOf = (part: keyof typeof idNumbers): string =>
      sampleId(organizationId, index, idNumbers[part]);
    const instant = (daysAgo: number): string =>
      new Date(now.getTime() - daysAgo * DAY_MS).toISOString();
    const leadId = idOf('lead');
    const [firstName, lastName] = sample.name;
    const { city, type, note, daysAgo, daysToFollowUp, visitedDaysAgo, quoted, lost } = sample;
    const commands: SampleCommand[] = [
      {
        id: idOf('creation'),
        capturedAt: instant(daysAgo),
        type: 'CreateLead',
        data: {
          leadId,
          firstName,
          lastName,
          city,
          type,
          siteName,
          note: translate(note),
          phone: `+120255501${String(index).padStart(2, '0')}`,
          ...(daysToFollowUp !== undefined && {
            followUpOn: dayAfter(dayIn(timeZone, instant(daysAgo)), daysToFollowUp),
          }),
        },
      },
    ];
    if (visitedDaysAgo !== undefined)
      commands.push({
        id: idOf('visitRecording'),
        capturedAt: instant(visitedDaysAgo),
        type: 'RecordVisit',
        data: {
          leadId,
          visitId: idOf('visit'),
          pausedSeconds: 0,
          outcome: 'Wants a quote',
          startedAt: new Date(Date.parse(instant(visitedDaysAgo)) - VISIT_MS).toISOString(),
          endedAt: instant(visitedDaysAgo),
        },
      });
    if (quoted)
      commands.push({
        id: idOf('quotationUpload'),
        capturedAt: instant(quoted.daysAgo),
        type: 'UploadQuotation',
        data: { leadId, quotationId: idOf('quotation'), amountPaise: quoted.rupees * 100 },
      });
    if (lost)
      commands.push({
        id: idOf('loss'),
        capturedAt: instant(lost.daysAgo),
        type: 'MarkLeadLost',
        data: { leadId, reason: lost.reason },
      });
    return commands;
  });
}
