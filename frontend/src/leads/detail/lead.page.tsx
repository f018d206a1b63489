import { msg, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { isSampleLead } from '#domain/leads/sample-ids.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { useRoom } from '../../lib/live/live.js';
import { useNavigate } from '../../lib/navigate.js';
import { useOutboxOf } from '../../lib/outbox/outbox.js';
import { isServerUnreachable, queryClient } from '../../lib/query-client.js';
import { useMe } from '../../lib/account/session.js';
import { leadQuery, timelineQuery } from '../../kit/leads/lead-record.js';
import { addOpenedLead } from '../../kit/leads/opened-leads.js';
import { RecordPage } from '../../kit/records/record-page.js';
import { type KnownLead, knownLead } from '../../kit/leads/known-leads.js';
import { RecordWarning } from '../../kit/records/record-warning.js';
import { lazyPart } from '../../ui/loading/code.js';
import { Segment } from '../../ui/inputs/choice.js';
import { classes } from '../../ui/classes.js';
import { useZone } from '../../ui/display/figures.js';
import { LazyMount } from '../../ui/loading/lazy-mount.js';
import { leadRowOfCapture, isNewLead } from '../../kit/offline/queued-commands.js';
import { optionsOf } from '../../words/i18n.js';
import { LeadComposer } from './lead-composer.js';
import { LeadHeader } from './lead-header.js';
import '../lead-live.js';
import { LeadPanel } from './lead-panel.js';
import { LeadTimeline, type LeadTimelineProps } from './lead-timeline.js';

const SampleBanner = lazyPart(() => import('../../kit/leads/sample-data.js'));
const StatusDialog = lazyPart(() => import('../status-dialog.js'));
const CreateQuoteDialog = lazyPart(() => import('./create-quote-dialog.js'));

/** `/leads/{id}`: timeline and details of a lead. */
export default function LeadPage(): ReactNode {
  const { leadId = '' } = useParams();
  const me = useMe();
  const zone = useZone();
  const queuedCommands = useOutboxOf(leadId);
  const creation = queuedCommands.find(isNewLead);
  const unsentCreation = creation?.state === 'sent' ? undefined : creation;
  const isSent = unsentCreation === undefined;
  const lead = useQuery({ ...leadQuery(leadId), enabled: isSent });
  useEffect(() => {
    // prefetched in parallel with the lead
    if (isSent && !queryClient.getQueryState(timelineQuery(leadId).queryKey))
      void queryClient.prefetchQuery(timelineQuery(leadId));
  }, [leadId, isSent]);
  useRoom(`lead:${leadId}`);
  useEffect(() => addOpenedLead(leadId), [leadId]);

  // Offline fallback: the outbox item, else fields from rows that other queries have stored.
  const isUnreachable = isServerUnreachable(lead.error);
  const shownCreation = unsentCreation ?? (isUnreachable ? creation : undefined);
  const provisional =
    shownCreation && !lead.data ? provisionalLead(shownCreation, me, zone) : undefined;
  const knownFields = isUnreachable ? knownLead(leadId) : undefined;
  const shownLead: KnownLead | undefined = lead.data ?? provisional ?? knownFields;
  return (
    <RecordPage
      noun="lead"
      list="/leads"
      id={leadId}
      record={shownLead}
      query={provisional || knownFields ? { ...lead, error: null } : lead}
      failed={t`Failed to load lead details`}
      missing={t`It was deleted, or it is not one of yours.`}
    >
      {(record) => (
        <Lead
          key={leadId}
          lead={record}
          queuedCommands={queuedCommands}
          isSent={provisional === undefined}
          stale={{ failed: lead.isError, at: lead.dataUpdatedAt }}
        />
      )}
    </RecordPage>
  );
}

/** Waiting lead in the shape of a detail. */
function provisionalLead(
  item: Parameters<typeof leadRowOfCapture>[0],
  me: { account: { id: string; name: string } },
  zone: string,
): LeadDetail {
  const { landmark, place, followUpOn } = item.data;
  return {
    ...leadRowOfCapture(item, me.account, zone),
    landmark,
    place,
    photos: item.files.map(({ fileId }) => fileId),
    ownPhotos: item.files.length,
    followUps: followUpOn ? [{ followUpId: item.commandId, dueOn: followUpOn }] : [],
    quotations: [],
  };
}

const viewNames = { activity: msg`Activity`, information: msg`Information` };

function Lead({
  lead,
  ...timelineProps
}: Omit<LeadTimelineProps, 'leadId'> & { lead: KnownLead }): ReactNode {
  const { isSent } = timelineProps;
  const { organization, role } = useMe();
  const [view, setView] = useState<keyof typeof viewNames>('activity');
  const showsInformation = view === 'information';
  const navigate = useNavigate();
  const isAskedToConvert = useSearchParams()[0].has('convert');
  const startsWithConversion = isAskedToConvert && isSent && lead.status !== 'Converted';
  const [dialog, setDialog] = useState({
    startsWithConversion,
    open: startsWithConversion,
    openings: 0,
  });
  const openStatusDialog = (next: { startsWithConversion: boolean }): void =>
    setDialog(({ openings }) => ({ ...next, open: true, openings: openings + 1 }));
  const askForStatus = (): void => openStatusDialog({ startsWithConversion: false });
  const askForConversion = (): void => openStatusDialog({ startsWithConversion: true });
  const [isQuoting, setQuoting] = useState(false);
  const askForQuote = (): void => setQuoting(true);
  const close = (): void => {
    setDialog((closed) => ({ ...closed, open: false }));
    if (isAskedToConvert) void navigate('.', { replace: true });
  };
  return (
    // with large text, head and composer scroll with the timeline
    <div className="@container stack min-h-[calc(100dvh-var(--ft-below)-var(--ft-strip,0px))]">
      <LeadHeader
        lead={lead}
        isSent={isSent}
        onStatus={askForStatus}
        onConvert={askForConversion}
        onQuote={askForQuote}
        onInformation={() => setView('information')}
      />
      <RecordWarning record={lead} />
      {role === 'admin' && isSampleLead(organization?.id, lead.leadId) && (
        <div className="px-gutter pt-3">
          <LazyMount when>
            <SampleBanner />
          </LazyMount>
        </div>
      )}
      <div
        className={classes(
          'grid flex-1 grid-cols-1 [--panel:var(--spacing-panel)] panel:grid-cols-[minmax(0,1fr)_var(--panel)] min-[1536px]:[--panel:calc(2*var(--spacing-panel)-2rem)]',
          showsInformation && 'max-panel:grid-rows-[auto_1fr]',
        )}
      >
        <div className="stack min-w-0">
          <div className="px-gutter pt-3 panel:hidden">
            <Segment
              // with large text below each other
              className="w-full max-md:flex! max-md:flex-wrap max-md:*:flex-1"
              label={t`View`}
              value={view}
              onValue={setView}
              options={optionsOf(viewNames)}
            />
          </div>
          <div className={classes('stack flex-1', showsInformation && 'max-panel:hidden')}>
            <LeadTimeline leadId={lead.leadId} {...timelineProps} />
            <LeadComposer
              lead={lead}
              isSent={isSent}
              onStatus={askForStatus}
              onConvert={askForConversion}
              onQuote={askForQuote}
            />
          </div>
        </div>
        <LeadPanel lead={lead} isSent={isSent} isHidden={!showsInformation} />
      </div>
      <LazyMount when={dialog.open}>
        {lead.status && (
          <StatusDialog
            key={dialog.openings}
            lead={{ ...lead, status: lead.status }}
            startsWithConversion={dialog.startsWithConversion}
            open={dialog.open}
            onClose={close}
          />
        )}
      </LazyMount>
      {/* stays open when the button that opened it changes */}
      <LazyMount when={isQuoting}>
        <CreateQuoteDialog lead={lead} open={isQuoting} onClose={() => setQuoting(false)} />
      </LazyMount>
    </div>
  );
}
