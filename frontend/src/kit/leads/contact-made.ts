import { useEffect } from 'react';
import { create } from 'zustand';
import type { ActivityType } from '#domain/leads/lead.values.js';
import { readStoredFields, storeText } from '../../browser/stored-text.js';

/** Contact with a lead, after which the rep is asked what came of it. */
export interface ContactMade {
  readonly leadId: string;
  readonly name: string;
  readonly activity: Extract<ActivityType, 'Call' | 'WhatsApp'>;
  /** Time of the press, ISO. */
  readonly at: string;
  /** Sentence about what was recorded already; it is the question's title. */
  readonly recorded?: string;
  /** Follow-up that was closed already. */
  readonly closedId?: string | undefined;
  /** Takes back what was recorded. */
  readonly undo?: () => void;
}

/** A call that lasts longer than this is not asked about. */
const LONGEST_ABSENCE_MS = 2 * 60 * 60_000;
/** A phone may discard the page during a call, so the press outlives it. */
const STORAGE_KEY = 'fieldtrace.contact';

type Left = ContactMade & { readonly accountId: string };
interface Contacts {
  /** Contact that is asked about, or was last. */
  readonly contact: ContactMade | undefined;
  readonly isAsking: boolean;
}

export const useContacts = create<Contacts>(() => ({ contact: undefined, isAsking: false }));

/** Asks now what came of a contact. */
export const askAbout = (contact: Omit<ContactMade, 'at'>): void =>
  useContacts.setState({ contact: { ...contact, at: new Date().toISOString() }, isAsking: true });

export const stopAsking = (): void => useContacts.setState({ isAsking: false });

/** Notes that the person leaves the app for a call or a chat; asked when they come back. */
export function noteLeaving(contact: Omit<ContactMade, 'at'>, accountId: string): void {
  const left: Left = { ...contact, accountId, at: new Date().toISOString() };
  storeText(STORAGE_KEY, JSON.stringify(left), 'sessionStorage');
}

/** Asks about a call or chat when the app is shown again. */
export function useAskAfterReturn(accountId: string): void {
  useEffect(() => {
    const returned = (): void => {
      if (document.visibilityState !== 'visible') return;
      const { accountId: by, ...contact } = readStoredFields<Left>(STORAGE_KEY, 'sessionStorage');
      if (contact.at === undefined) return;
      storeText(STORAGE_KEY, undefined, 'sessionStorage');
      const absence = Date.now() - Date.parse(contact.at);
      if (by === accountId && absence < LONGEST_ABSENCE_MS)
        useContacts.setState({ contact: contact as ContactMade, isAsking: true });
    };
    returned();
    document.addEventListener('visibilitychange', returned);
    return () => document.removeEventListener('visibilitychange', returned);
  }, [accountId]);
}
