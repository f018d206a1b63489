import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { OrganizationShown } from '#domain/organizations/organization.views.js';
import { HideOnPastDays } from '../kit/records/past.js';
import { phoneText } from '../ui/display/format.js';
import { DescriptionList } from '../ui/layout/description.js';
import { Card } from '../ui/layout/surface.js';
import { translated } from '../words/i18n.js';
import { zoneOption } from './time-zones.js';

/** Details of the organization, for reading. */
export function OrganizationDetails({
  organization: { name, industry, contactPhone, timeZone },
}: {
  organization: OrganizationShown;
}): ReactNode {
  return (
    <Card title={t`Organization details`} bodyClassName="stack gap-3">
      <DescriptionList
        items={[
          [t`Name`, name],
          [t`Industry`, industry ? translated(industry) : t`Not given`],
          [t`Contact number`, contactPhone ? phoneText(contactPhone) : t`None`, 'num'],
          [t`Time zone`, zoneOption(timeZone).label],
        ]}
      />
      <HideOnPastDays>
        <p className="meta">{t`Administrators can change these details.`}</p>
      </HideOnPastDays>
    </Card>
  );
}
