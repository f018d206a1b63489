import type { ReactNode } from 'react';
import {
  closeOutcomeSheet,
  useAskForOutcomeOnReturn,
  useContacts,
} from '../../kit/leads/contact-outcome.js';
import { usePermissions, useMe } from '../../lib/account/session.js';
import { lazyPart } from '../../ui/loading/code.js';
import { LazyMount } from '../../ui/loading/lazy-mount.js';

const OutcomeSheet = lazyPart(() => import('../../follow-ups/outcome-sheet.js'));

/** Sheet that asks for the outcome of a call, a chat, a visit or a completed follow-up. */
export function AskAfterContact(): ReactNode {
  const { account } = useMe();
  const may = usePermissions();
  const { contact, isAsking } = useContacts();
  useAskForOutcomeOnReturn(account.id);
  if (!contact || !may('AddNote')) return null;
  return (
    <LazyMount when={isAsking}>
      <OutcomeSheet
        key={contact.at}
        contact={contact}
        open={isAsking}
        onClose={closeOutcomeSheet}
      />
    </LazyMount>
  );
}
