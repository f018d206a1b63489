import { useEffect } from 'react';
import type { Language } from '#domain/accounts/account.values.js';
import type { Me } from '#domain/accounts/account.views.js';
import {
  hasNewsOfLanguage,
  languageOfBrowser,
  rememberLanguage,
  activateLanguage,
} from '../words/language.js';
import { newId, Problem, sendCommand } from './api.js';
import { identity } from './identity.js';
import { useOnline } from './network.js';
import { queryClient, sessionKey } from './query-client.js';
import { renewSession } from './session.js';

/**
 * Shown at once, and the account's from then on: with the next session where there is none, later
 * where there is no network.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  rememberLanguage(language, true);
  await Promise.all([activateLanguage(language), identity().accountId && tellAccount(language)]);
}

/**
 * The account's language is that of its every browser. One that was chosen here is the account's
 * first.
 */
export function useOwnLanguage(me: Me | undefined): void {
  const online = useOnline();
  useEffect(() => {
    if (!me) return;
    const [here, own] = [languageOfBrowser(), me.account.language];
    if (here && hasNewsOfLanguage()) {
      if (online) void tellAccount(here);
    } else if (own) {
      rememberLanguage(own, false);
      void activateLanguage(own);
    }
  }, [me, online]);
}

/** Language that is being sent to the account, so that later news of it do not send it again. */
let telling: Language | undefined;

async function tellAccount(language: Language): Promise<void> {
  if (telling === language) return;
  telling = language;
  try {
    await tell(language);
  } finally {
    if (telling === language) telling = undefined;
  }
}

async function tell(language: Language): Promise<void> {
  try {
    await sendCommand('ChangeLanguage', { language }, { id: newId() });
  } catch (error) {
    // the sandbox has one account for all its visitors: there it is this browser's
    if (!(error instanceof Problem) || error.retryable) return;
  }
  // chosen otherwise meanwhile: that one is told by itself
  if (languageOfBrowser() !== language) return;
  // what was asked before would say what it was before
  await queryClient.cancelQueries({ queryKey: sessionKey });
  rememberLanguage(language, false);
  await renewSession();
}
