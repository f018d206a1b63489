import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { get } from '../lib/api.js';
import { useMe } from '../lib/session.js';
import { NotificationSettings } from '../shared/notification-settings.js';
import { QueryStates, SkeletonCards } from '../ui/states.js';
import { InstallApp } from './install-app.js';
import { LanguageSettings } from './language-settings.js';
import { LeaveOrganization } from './leave-organization.js';
import { PasswordSettings } from './password-settings.js';
import { MemberDetails, ProfileDetails } from './profile-details.js';
import { SessionList } from './session-list.js';

/** Settings, Profile: who I am, what I sign in with, where I am signed in. */
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
          {organization ? <MemberDetails locationId={data.locationId} onSaved={refresh} /> : <ProfileDetails onSaved={refresh} />}
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
