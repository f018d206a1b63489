import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { languages } from '#domain/accounts/account.values.js';
import { chooseLanguage } from '../lib/own-language.js';
import { ChipGroup } from '../ui/choice.js';
import { Card } from '../ui/surface.js';
import { languageNames, useLanguage } from '../words/language.js';

const options = languages.map((value) => ({ value, label: languageNames[value] }));

/** What this account reads, in every browser. */
export function LanguageSettings(): ReactNode {
  return (
    <Card title={t`Language`}>
      <div className="card-b">
        <ChipGroup
          label={t`Of screens, messages and alerts`}
          name="language"
          className="own-script"
          options={options}
          value={useLanguage()}
          onValue={(language) => void chooseLanguage(language)}
        />
      </div>
    </Card>
  );
}
