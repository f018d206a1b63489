import { t } from '@lingui/core/macro';
import { Navigation } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { foldText } from '#domain/kernel/texts/text-folding.js';
import { useMe } from '../../lib/account/session.js';
import { Button } from '../../ui/buttons/button.js';
import { Avatar } from '../../ui/display/avatar.js';
import { classes } from '../../ui/classes.js';
import { DescriptionList } from '../../ui/layout/description.js';
import { Card } from '../../ui/layout/surface.js';
import { Icon } from '../../ui/display/icon.js';
import { mapLink } from '../../kit/leads/contact.js';
import { PhoneLink } from '../../kit/leads/contact-actions.js';
import { lostReasonText } from '../../kit/texts/reasons.js';
import { i18n } from '../../words/i18n.js';
import { LeadFollowUps } from '../../follow-ups/lead-follow-ups.js';
import { LeadQuotations } from './lead-quotations.js';
import { PhotoTiles } from '../../kit/capture/photo-tiles.js';
import { typeNames } from '../../kit/leads/lead-names.js';
import type { KnownLead } from '../../kit/leads/known-leads.js';

interface LeadPanelProps {
  lead: KnownLead;
  /** Whether the server has the lead. */
  isSent: boolean;
  /** Whether a narrow screen shows the timeline instead; a wide screen shows both. */
  isHidden: boolean;
}

/** Details of a lead, beside its timeline or behind a tab. */
export function LeadPanel({ lead, isSent, isHidden }: LeadPanelProps): ReactNode {
  return (
    <div
      className={classes(
        'stack gap-3 px-gutter pt-3 pb-8 min-[1536px]:grid min-[1536px]:auto-rows-min min-[1536px]:grid-cols-2',
        'panel:sticky panel:top-[calc(6rem+var(--ft-strip,0px))] panel:max-h-[calc(100dvh-6rem-var(--ft-strip,0px))] panel:self-start panel:overflow-auto panel:pt-4 panel:pl-0.5',
        isHidden && 'max-panel:hidden',
      )}
      role="group"
      aria-label={t`About this lead`}
      tabIndex={0}
    >
      <LeadFacts lead={lead} isSent={isSent} isBesideTimeline />
    </div>
  );
}

/**
 * Follow-ups and information of a lead, then its quotations and photos, today or as of a past
 * moment. On a wide screen the two groups stand side by side.
 */
export function LeadFacts({
  lead,
  isSent,
  isBesideTimeline = false,
}: Pick<LeadPanelProps, 'lead' | 'isSent'> & { isBesideTimeline?: boolean }): ReactNode {
  return (
    <>
      <div className="stack min-w-0 gap-3">
        <LeadFollowUps lead={lead} isSent={isSent} />
        <LeadInformation lead={lead} />
      </div>
      <div className="stack min-w-0 gap-3">
        <LeadQuotations lead={lead} />
        {lead.photos && lead.photos.length > 0 && (
          <SitePhotos fileIds={lead.photos} owner={lead.name} isBesideTimeline={isBesideTimeline} />
        )}
      </div>
    </>
  );
}

/** All photos of a lead. A wide screen shows them on request: the timeline has them too. */
function SitePhotos({
  fileIds,
  owner,
  isBesideTimeline,
}: {
  fileIds: readonly string[];
  owner: string;
  isBesideTimeline: boolean;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isCollapsed = isBesideTimeline && !isOpen;
  return (
    <Card
      title={t`Site photos`}
      headerEnd={
        <>
          <span className="meta num">{fileIds.length}</span>
          {isBesideTimeline && (
            <Button
              kind="ghost"
              className="-my-2 -mr-3 px-3 text-accent-ink max-panel:hidden"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? t`Hide` : t`Show`}
            </Button>
          )}
        </>
      }
      className={classes(isCollapsed && 'panel:pb-3')}
      bodyClassName={classes('pt-2.5', isCollapsed && 'panel:hidden')}
    >
      <PhotoTiles fileIds={fileIds} owner={owner} />
    </Card>
  );
}

function LeadInformation({ lead }: { lead: KnownLead }): ReactNode {
  const me = useMe();
  const locationOfLead = locationText(lead);
  const notOnDevice = t`Not on this device yet`;
  return (
    <Card title={t`Lead Information`} bodyClassName="pt-3">
      {locationOfLead !== '' && (
        <a
          className="label font-medium mb-3.5 flex min-h-tap items-center justify-between gap-2 rounded-control bg-sunken px-3 py-2 hover:bg-press"
          href={mapLink(lead)}
          target="_blank"
          rel="noreferrer"
        >
          <span className="line-clamp-2 min-w-0 wrap-anywhere">{locationOfLead}</span>
          <span className="row flex-none gap-1.5 text-accent-ink">
            <Icon icon={Navigation} size="s" />
            {t`Open map`}
          </span>
        </a>
      )}
      <DescriptionList
        items={[
          [
            t`Phone`,
            lead.phone === undefined ? notOnDevice : <PhoneLink phone={lead.phone} />,
            'num',
          ],
          [t`Site name`, lead.siteName ?? (lead.city === undefined ? notOnDevice : t`None`)],
          [t`Type of lead`, lead.type ? i18n._(typeNames[lead.type]) : notOnDevice],
          // a place that is known stands above, with its map
          ...(locationOfLead === '' ? [[t`Location`, notOnDevice] as const] : []),
          ...(lead.status === 'Lost' && lead.lostReason
            ? [[t`Lost because`, lostReasonText(lead.lostReason)] as const]
            : []),
          [
            t`Owner`,
            lead.assignedTo ? (
              <span className="row wrap">
                <Avatar
                  name={lead.assignedTo.name}
                  isMe={lead.assignedTo.id === me.account.id}
                  size="s"
                />
                <span>{lead.assignedTo.name}</span>
              </span>
            ) : (
              notOnDevice
            ),
          ],
        ]}
      />
    </Card>
  );
}

/** Address, landmark and city in one text, without a repeated city. */
function locationText({
  place,
  landmark,
  city = '',
}: Pick<KnownLead, 'place' | 'landmark' | 'city'>): string {
  const address = [place?.address ?? place?.name, landmark].filter(Boolean).join(', ');
  const [foldedAddress, foldedCity] = [foldText(address), foldText(city)];
  const namesCity =
    foldedAddress.endsWith(foldedCity) || foldedAddress.split(', ').includes(foldedCity);
  return namesCity ? address : [address, city].filter(Boolean).join(', ');
}
