import { type LeadStatus, type LeadType, type LeadSort, leadTypes } from '#domain/leads/lead.values.js';
import type { Tone } from '../ui/tone.js';
import type { Fill } from '../ui/glyph.js';

interface StatusWords {
  readonly tone: Tone;
  readonly fill: Fill;
  /** What it means, in the status dialog. */
  readonly meaning: string;
}

export const statusWords: Readonly<Record<LeadStatus, StatusWords>> = {
  New: { tone: 'status-new', fill: 'ring', meaning: 'Fresh lead, not yet contacted' },
  Contacted: { tone: 'status-contacted', fill: 'third', meaning: 'Initial contact made' },
  Quoted: { tone: 'status-quoted', fill: 'two-thirds', meaning: 'Quotation sent to customer' },
  Converted: { tone: 'status-converted', fill: 'full', meaning: 'Lead became a customer' },
  Lost: { tone: 'status-lost', fill: 'crossed', meaning: 'Lead did not convert' },
};

/** Of what was done and is not sent yet. */
export const keptWords = 'Kept on this device. It is sent when the network is back.';
/** Of what cannot be sent without a network. */
export const noNetworkWords = 'No network. What you typed is kept; it can be saved when the network is back.';
/** The server says the same of a lead that is gone and of one that somebody else has. */
export const leadGoneWords = 'Lead not found. It was deleted, or a colleague has it now.';

export const typeNames: Readonly<Record<LeadType, string>> = {
  Builder: 'Builder',
  Owner: 'Property Owner',
  Contractor: 'Contractor',
  Architect: 'Architect',
  Other: 'Other',
};
export const typeOptions = leadTypes.map((value) => ({ value, label: typeNames[value] }));

/** With "All", for filters. */
export const allTypes = [{ value: 'All' as const, label: 'All' }, ...typeOptions];

export const sortNames: Readonly<Record<LeadSort, string>> = {
  'next-follow-up': 'Next Follow-up',
  created: 'Date Created',
  quoted: 'Quoted Amount',
};
export const sortOptions = (Object.keys(sortNames) as LeadSort[]).map((value) => ({ value, label: sortNames[value] }));

/** Names what was asked for and not found: `Nothing in Lost for “zinc”, type Architect.` `joint`: between it and filters alone. */
export function nothingWords(nothing: string, q: string, filters: string, joint = ':'): string {
  const what = q.trim() === '' ? '' : ` for “${q.trim()}”`;
  return `${nothing}${what}${filters && `${what ? ',' : joint} ${filters}`}.`;
}

/** What the fields of leads and customers are called, in forms and on the timeline. */
export const fieldNames: Readonly<Record<string, string | undefined>> = {
  phone: 'Phone',
  firstName: 'First name',
  lastName: 'Last name',
  type: 'Type of lead',
  city: 'City',
  siteName: 'Site name',
  landmark: 'Landmark',
  place: 'Location',
  photoFileIds: 'Photos',
  files: 'Photos',
  note: 'Note',
  followUpOn: 'Next visit date',
  assignedTo: 'Assigned to',
  projectValuePaise: 'Total project value',
};
