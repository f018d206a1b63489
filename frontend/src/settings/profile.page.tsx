import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Share } from 'lucide-react';
import type { ReactNode } from 'react';
import { languages } from '#domain/accounts/account.values.js';
import { get } from '../lib/server/api.js';
import { useInstallState } from '../lib/installation/install.js';
import { chooseLanguage } from '../lib/account/own-language.js';
import { useMe } from '../lib/account/session.js';
import { NotificationSettings } from './notification-settings.js';
import { Button } from '../ui/buttons/button.js';
import { ChipGroup } from '../ui/inputs/choice.js';
import { Icon } from '../ui/display/icon.js';
import { QueryStates, SkeletonCards } from '../ui/feedback/states.js';
import { Card } from '../ui/layout/surface.js';
import { languageNames, useLanguage } from '../words/language.js';
import { LeaveOrganization } from './leave-organization.js';
import { PasswordSettings } from './password-settings.js';
import { ProfileDetails } from './profile-details.js';
import { SessionList } from './session-list.js';

/** `/settings/profile`: name, password, language and sessions. */
export default function ProfilePage(): ReactNode {
  const { organization } = useMe();
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: () => get('/api/profile', {}),
    meta: { views: ['people', 'organization', 'team'] },
  });
  const refresh = profile.refetch;
  return (
    <QueryStates
      query={profile}
      failed={t`Failed to load profile`}
      label={t`Loading profile`}
      skeleton={<SkeletonCards count={3} className="stack gap-4" />}
    >
      {(data) => (
        <>
          <ProfileDetails locationId={data.locationId} onSaved={refresh} />
          <LanguageSettings />
          <PasswordSettings hasPassword={data.hasPassword} onRemoved={refresh} />
          <SessionList sessions={data.sessions} onEnded={refresh} />
          {organization && <NotificationSettings />}
          <InstallApp />
          {organization && <LeaveOrganization name={organization.name} />}
        </>
      )}
    </QueryStates>
  );
}

const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }));

/** Language of this account, in every browser. */
function LanguageSettings(): ReactNode {
  return (
    <Card title={t`Language`}>
      <div className="card-b">
        <ChipGroup
          label={t`Language of the app and messages`}
          name="language"
          className="own-script"
          options={languageOptions}
          value={useLanguage()}
          isDoneAtOnce
          onValue={(language) => void chooseLanguage(language)}
        />
      </div>
    </Card>
  );
}

/** Installs the app, if the browser can. */
function InstallApp(): ReactNode {
  const installation = useInstallState();
  if (installation.state === 'not-offered') return null;
  return (
    <Card title={t`App on this device`} bodyClassName="stack gap-4">
      <p className="label text-ink-2">
        {installation.state === 'installed' && t`Fieldtrace is installed on this device.`}
        {installation.state === 'offered' && t`Opens from the home screen and without a network.`}
        {installation.state === 'by-hand-on-ios' && (
          <Trans>
            Tap Share <Icon icon={Share} size="s" /> in the browser, then Add to Home Screen.
          </Trans>
        )}
      </p>
      {installation.state === 'offered' && (
        <Button className="self-start" onClick={() => void installation.install()}>
          {t`Install App`}
        </Button>
      )}
    </Card>
  );
}
