import { plural, t } from '@lingui/core/macro';
import type { LeadStatus } from '#domain/leads/lead.values.js';
import type { WaitingReason } from '../lib/outbox.js';
import type { Fill } from '../ui/glyph.js';
import type { Tone } from '../ui/tone.js';

/** How each status looks. */
export const statusLooks: Readonly<
  Record<LeadStatus, { readonly tone: Tone; readonly fill: Fill }>
> = {
  New: { tone: 'status-new', fill: 'ring' },
  Contacted: { tone: 'status-contacted', fill: 'third' },
  Quoted: { tone: 'status-quoted', fill: 'two-thirds' },
  Converted: { tone: 'status-converted', fill: 'full' },
  Lost: { tone: 'status-lost', fill: 'crossed' },
};

/** Words for a capture that is stored and not sent yet. */
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
export const photosWaitingText = (photos: number): string =>
  plural(photos, { one: '# photo waiting', other: '# photos waiting' });
/** Words for an act that needs the network. The typed values are kept. */
export const noNetworkText = (): string =>
  t`No network. What you typed is kept; it can be saved when the network is back.`;
/** The server says the same of a lead that is gone and of one that somebody else has. */
export const leadGoneText = (): string =>
  t`Lead not found. It was deleted, or a colleague has it now.`;
