import type { ReactNode } from 'react';
import { chooseLanguage } from '../lib/account/own-language.js';
import { Button } from '../ui/buttons/button.js';
import { languageNames, useLanguage } from '../words/language.js';

/** Labelled in the target language, so that its readers find it. */
export function LanguageSwitch(): ReactNode {
  const other = useLanguage() === 'en-IN' ? 'hi-IN' : 'en-IN';
  return (
    <Button
      kind="ghost"
      lang={other}
      className="own-script"
      onClick={() => void chooseLanguage(other)}
    >
      {languageNames[other]}
    </Button>
  );
}
