import type { ReactNode } from 'react';
import { chooseLanguage } from '../lib/account/own-language.js';
import { Button } from '../ui/buttons/button.js';
import { classes } from '../ui/classes.js';
import { languageNames, useLanguage } from '../words/language.js';

/** Switches the language. Labelled in the other language, so that its readers find it. */
export function LanguageSwitch({ className }: { className?: string }): ReactNode {
  const otherLanguage = useLanguage() === 'en-IN' ? 'hi-IN' : 'en-IN';
  return (
    <Button
      kind="ghost"
      lang={otherLanguage}
      className={classes('own-script', className)}
      onClick={() => void chooseLanguage(otherLanguage)}
    >
      {languageNames[otherLanguage]}
    </Button>
  );
}
