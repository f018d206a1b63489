import { msg, plural, t } from '@lingui/core/macro';
import { type LeadSort, type LeadStatus, type LeadType } from '#domain/leads/lead.values.js';
import type { WaitingReason } from '../lib/outbox.js';
import type { Fill } from '../ui/glyph.js';
import type { Tone } from '../ui/tone.js';
import { i18n, type Names, optionsOf } from '../words/i18n.js';

/** How each status looks. */
export const statusLooks: Readonly<Record<LeadStatus, { readonly tone: Tone; readonly fill: Fill }>> = {
  New: { tone: 'status-new', fill: 'ring' },
  Contacted: { tone: 'status-contacted', fill: 'third' },
  Quoted: { tone: 'status-quoted', fill: 'two-thirds' },
  Converted: { tone: 'status-converted', fill: 'full' },
  Lost: { tone: 'status-lost', fill: 'crossed' },
};

/** What each means, in the status dialog. */
export const statusMeanings: Names<LeadStatus> = {
  New: msg`Fresh lead, not yet contacted`,
  Contacted: msg`Initial contact made`,
  Quoted: msg`Quotation sent to customer`,
  Converted: msg`Lead became a customer`,
  Lost: msg`Lead did not convert`,
};

/** Of what was done and is not sent yet. */
export function keptOnDeviceText(because: WaitingReason): string {
  switch (because) {
    case 'no network':
      return t`Kept on this device. It is sent when the network is back.`;
    case 'under way':
      return t`Kept on this device. It is being sent.`;
    case 'server':
      return t`Kept on this device. The server cannot take it now; it is sent again by itself.`;
    case 'unreachable':
    case 'no answer':
    case 'unreadable':
      return t`Kept on this device. The server did not answer; it is sent again by itself.`;
  }
}
/** Photos that are not uploaded yet. */
export const photosWaitingText = (photos: number): string => plural(photos, { one: '# photo waiting', other: '# photos waiting' });
/** Of what cannot be sent without a network. */
export const noNetworkText = (): string => t`No network. What you typed is kept; it can be saved when the network is back.`;
/** The server says the same of a lead that is gone and of one that somebody else has. */
export const leadGoneText = (): string => t`Lead not found. It was deleted, or a colleague has it now.`;

export const typeNames: Names<LeadType> = {
  Builder: msg`Builder`,
  Owner: msg`Property Owner`,
  Contractor: msg`Contractor`,
  Architect: msg`Architect`,
  Other: msg`Other`,
};

/** Of a filter: `Type: Architect`. */
export function typeText(type: LeadType | 'All'): string {
  const name = type === 'All' ? t`All` : i18n._(typeNames[type]);
  return t`Type: ${name}`;
}

export const sortNames: Names<LeadSort> = {
  'next-follow-up': msg`Next Follow-up`,
  created: msg`Date Created`,
  quoted: msg`Quoted Amount`,
};

/** For filters: the choices of a table, after that of all of them. */
export const allOr = <Value extends string>(names: Names<Value>): readonly { value: Value | 'All'; label: string }[] => [
  { value: 'All', label: t`All` },
  ...optionsOf(names),
];

const fieldNames: Readonly<Partial<Names<string>>> = {
  phone: msg`Phone`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  type: msg`Type of lead`,
  city: msg`City`,
  siteName: msg`Site name`,
  landmark: msg`Landmark`,
  place: msg`Location`,
  photoFileIds: msg`Photos`,
  files: msg`Photos`,
  note: msg`Note`,
  followUpOn: msg`Next visit date`,
  assignedTo: msg`Assigned to`,
  projectValuePaise: msg`Total project value`,
  companyName: msg`Company name`,
  billingAddress: msg`Billing address`,
  gstNumber: msg`GST number`,
  projectStartsOn: msg`Project start date`,
  notes: msg`Notes`,
  name: msg`Name`,
  industry: msg`Industry`,
  contactPhone: msg`Contact number`,
  timeZone: msg`Time zone`,
  amountPaise: msg`Amount`,
  spentOn: msg`Date`,
  title: msg`Title`,
  description: msg`Description`,
  imageFileIds: msg`Images`,
  imageFileId: msg`Image`,
  youtubeLink: msg`YouTube link`,
  mrpPaise: msg`MRP`,
  livePricePaise: msg`Live price`,
  minDiscountBasisPoints: msg`Minimum discount`,
  maxDiscountBasisPoints: msg`Maximum discount`,
  unit: msg`Unit`,
  categoryId: msg`Category`,
  items: msg`Products`,
  fileId: msg`File`,
  fileType: msg`File type`,
  tags: msg`Tags`,
  isActive: msg`Active`,
};

/** What the fields of leads, customers and bills are called, in forms and on the timeline. */
export function fieldName(field: string): string {
  const name = fieldNames[field];
  return name ? i18n._(name) : field;
}
