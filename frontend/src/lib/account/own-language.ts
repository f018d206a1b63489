import { useEffect } from 'react';
import type { Language } from '#domain/accounts/account.values.js';
import type { Me } from '#domain/accounts/account.views.js';
import {
  hasUnsentLanguage,
  readBrowserLanguage,
  rememberLanguage,
  activateLanguage,
} from '../../words/language.js';
import { newId, Problem, sendCommand } from '../server/api.js';
import { identity } from './identity.js';
import { useOnline } from '../server/network.js';
import { queryClient, sessionKey } from '../query-client.js';
import { renewSession } from './session.js';

/** Changes the language at once and sends it to the account, now or when possible. */
export async function chooseLanguage(language: Language): Promise<void> {
  rememberLanguage(language, { isUnsent: true });
  await Promise.all([
    activateLanguage(language),
    identity().accountId && sendLanguageOnce(language),
  ]);
}

/** Synchronizes the language with the account's. A choice made on this device takes precedence. */
export function useOwnLanguage(me: Me | undefined): void {
  const online = useOnline();
  useEffect(() => {
    if (!me) return;
    const [browserLanguage, accountLanguage] = [readBrowserLanguage(), me.account.language];
    if (browserLanguage && hasUnsentLanguage()) {
      if (online) void sendLanguageOnce(browserLanguage);
    } else if (accountLanguage) {
      rememberLanguage(accountLanguage, { isUnsent: false });
      void activateLanguage(accountLanguage);
    }
  }, [me, online]);
}

/** Language being sent, so that repeated effects do not send it again. */
let languageBeingSent: Language | undefined;

async function sendLanguageOnce(language: Language): Promise<void> {
  if (languageBeingSent === language) return;
  languageBeingSent = language;
  try {
    await sendLanguage(language);
  } finally {
    if (languageBeingSent === language) languageBeingSent = undefined;
  }
}

async function sendLanguage(language: Language): Promise<void> {
  try {
    await sendCommand('ChangeLanguage', { language }, { id: newId() });
  } catch (error) {
    // the sandbox account is shared by all visitors: the language stays in this browser
    if (!(error instanceof Problem) || error.retryable) return;
  }
  // another choice was made since, which sends itself
  if (readBrowserLanguage() !== language) return;
  // an answer from before the command would restore the old language
  await queryClient.cancelQueries({ queryKey: sessionKey });
  rememberLanguage(language, { isUnsent: false });
  await renewSession();
}
