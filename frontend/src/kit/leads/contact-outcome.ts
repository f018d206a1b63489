import { useEffect } from 'react';
import { create } from 'zustand';
import type { ActivityType } from '#domain/leads/lead.values.js';
import { readStoredFields, storeText } from '../../browser/stored-text.js';

/** Contact with a lead. The rep is asked afterwards for its outcome. */
export interface ContactMade {
  readonly leadId: string;
  readonly name: string;
  readonly activity: Extract<ActivityType, 'Call' | 'WhatsApp'>;
  /** Time of the press, ISO. */
  readonly at: string;
  /**
   * Sentence about what was recorded, such as a visit. It is the title of the sheet.
   */
  readonly recorded?: string;
  /** Follow-up that was closed already. */
  readonly closedId?: string | undefined;
  /** Undoes what was recorded. */
  readonly undo?: () => void;
}

/** A call that lasts longer than this is not asked about. */
const MAX_ABSENCE_MS = 2 * 60 * 60_000;
/** Name of the stored contact, because a phone may discard the page during a call. */
const STORAGE_KEY = 'fieldtrace.contact';

type StoredContact = ContactMade & { readonly accountId: string };
interface Contacts {
  /** Contact that the sheet asks about; the last one while it is closed. */
  readonly contact: ContactMade | undefined;
  readonly isAsking: boolean;
}

export const useContacts = create<Contacts>(() => ({ contact: undefined, isAsking: false }));

/** Opens the sheet that asks for a contact's outcome. */
export const askForOutcome = (contact: Omit<ContactMade, 'at'>): void =>
  useContacts.setState({ contact: { ...contact, at: new Date().toISOString() }, isAsking: true });

export const closeOutcomeSheet = (): void => useContacts.setState({ isAsking: false });

/** Stores the contact for which the person leaves the app, to ask for its outcome later. */
export function storeContact(contact: Omit<ContactMade, 'at'>, accountId: string): void {
  const storedContact: StoredContact = { ...contact, accountId, at: new Date().toISOString() };
  storeText(STORAGE_KEY, JSON.stringify(storedContact), 'sessionStorage');
}

/** Asks about a call or chat when the app is shown again. */
export function useAskForOutcomeOnReturn(accountId: string): void {
  useEffect(() => {
    const askOnReturn = (): void => {
      if (document.visibilityState !== 'visible') return;
      const { accountId: storedAccountId, ...contact } = readStoredFields<StoredContact>(
        STORAGE_KEY,
        'sessionStorage',
      );
      if (contact.at === undefined) return;
      storeText(STORAGE_KEY, undefined, 'sessionStorage');
      const absence = Date.now() - Date.parse(contact.at);
      if (storedAccountId === accountId && absence < MAX_ABSENCE_MS)
        useContacts.setState({ contact: contact as ContactMade, isAsking: true });
    };
    askOnReturn();
    document.addEventListener('visibilitychange', askOnReturn);
    return () => document.removeEventListener('visibilitychange', askOnReturn);
  }, [accountId]);
}
