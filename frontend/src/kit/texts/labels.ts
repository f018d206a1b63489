import { plural, t } from '@lingui/core/macro';
import { browserText } from '#domain/kernel/texts/browser-text.js';
import type { LeadStatus } from '#domain/leads/lead.values.js';
import type { WaitingReason } from '../../lib/outbox/outbox.js';
import type { Fill } from '../../ui/display/glyph.js';
import type { Tone } from '../../ui/tone.js';

export const statusLooks: Readonly<
  Record<LeadStatus, { readonly tone: Tone; readonly fill: Fill }>
> = {
  New: { tone: 'status-new', fill: 'ring' },
  Contacted: { tone: 'status-contacted', fill: 'third' },
  Quoted: { tone: 'status-quoted', fill: 'two-thirds' },
  Converted: { tone: 'status-converted', fill: 'full' },
  Lost: { tone: 'status-lost', fill: 'crossed' },
};

/** Text for a command that is stored and not sent yet. */
export function waitingText(reason: WaitingReason): string {
  switch (reason) {
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
export const photosWaitingText = (photos: number): string =>
  plural(photos, { one: '# photo waiting', other: '# photos waiting' });
/** Text for an action that needs the network. Typed values stay. */
export const noNetworkText = (): string =>
  t`No network. What you typed is kept; it can be saved when the network is back.`;
/** Browser that the server recorded, in the current language: `Chrome on Android`. */
export const browserName = (recorded: string): string =>
  browserText(recorded, (word, name = '', system = '') =>
    word === 'browserOn' ? t`${name} on ${system}` : t`Unknown browser`,
  );
/** Text for a missing lead: the server does not say whether it was deleted or reassigned. */
export const leadGoneText = (): string =>
  t`Lead not found. It was deleted, or a colleague has it now.`;
/** Text about where the draft of a form is; undefined without a draft. */
export function draftPlaceText({
  isDraftStored,
  isDraftUnstored,
}: {
  readonly isDraftStored: boolean;
  readonly isDraftUnstored: boolean;
}): string | undefined {
  if (isDraftUnstored) return t`Draft not stored on this device yet`;
  return isDraftStored ? t`Draft kept on this device` : undefined;
}
