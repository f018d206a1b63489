import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Pause, Play, Square } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Place } from '#domain/kernel/schema.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { errorMessage, get, Problem } from '../lib/api.js';
import { changedFields } from '../shared/command-input.js';
import { leadGoneText } from '../shared/labels.js';
import { useCommandForm } from '../shared/use-command-form.js';
import { useLocation } from '../shared/use-location.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog, Dialog } from '../ui/dialog.js';
import { BottomBar, Page, TopBar } from '../ui/frame.js';
import { FullPageSpinner } from '../ui/states.js';
import { LeadLine, LeadPicker, useLeadsOnTheWay } from './lead-picker.js';
import { VisitDetails } from './visit-details.js';
import { VisitDial } from './visit-dial.js';
import {
  ended,
  isWorthAsking,
  noVisit,
  paused,
  resumed,
  started,
  stateOfTimer,
  visitData,
  type VisitSoFar,
  type VisitValues,
} from './visit-in-progress.js';
import { PlaceActs, VisitPlace } from './visit-place.js';
import { VisitSteps } from './visit-steps.js';
import { placeText, VisitSummary } from './visit-summary.js';
import './record-visit.css';
import './visits.css';

/** `/visits/new`: whom, where, how long, and what came of it; on one phone, perhaps without a network. */
export default function RecordVisitPage(): ReactNode {
  const [search] = useSearchParams();
  const wanted = search.get('leadId');
  const navigate = useNavigate();
  const [completing, setCompleting] = useState(false);
  const [error, setError] = useState<string>();
  const [choosing, setChoosing] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  // its lead is not there any more: what was recorded can go to another one
  const [gone, setGone] = useState(false);
  const form = useCommandForm('RecordVisit', {
    draft: 'visit',
    makes: 'visitId',
    values: noVisit,
    about: visitData,
    queued: ({ beside: { lead } }) => ({ recordId: lead?.leadId ?? '', title: t`Visit to ${lead?.name ?? ''}`, first: true }),
    failed: t`Failed to save site visit`,
    done: t`Visit saved`,
    onDone: (_, { beside: { lead } }) => navigate(`/leads/${lead?.leadId}`, { replace: true }),
    onRefused: ({ code }) => setGone(code === 'lead-not-found'),
  });
  const visit: VisitValues = {
    notes: form.watch('notes'),
    followUpOn: form.watch('followUpOn'),
    place: form.watch('place'),
    accuracyMetres: form.watch('accuracyMetres'),
    files: form.watch('files'),
    beside: form.watch('beside'),
  };
  const { lead, placed, timer } = visit.beside;
  const change = (changes: Partial<VisitSoFar>): void => form.set('beside', { ...form.get('beside'), ...changes });
  const found = (place: Place | undefined, accuracyMetres?: number): void => {
    form.set('place', place);
    form.set('accuracyMetres', accuracyMetres);
  };
  const location = useLocation(visit.place, found, visit.accuracyMetres);

  const onTheWay = useLeadsOnTheWay().find(({ leadId }) => leadId === wanted);
  const preselected = useQuery({
    queryKey: ['lead', wanted],
    queryFn: ({ signal }) => get<LeadDetail>(`/api/leads/${wanted!}`, {}, { signal }),
    enabled: wanted !== null && !onTheWay && lead?.leadId !== wanted && stateOfTimer(timer) === 'not started',
    meta: { views: ['lead-detail', 'people'], kept: true },
  });
  // one that is on its way is another object each time; who it is stays
  const wantedLead = preselected.data ?? onTheWay;
  const isWanted = wantedLead?.leadId;
  const latestWanted = useRef<() => unknown>(() => undefined);
  latestWanted.current = () => wantedLead && timer.startedAt === undefined && change({ lead: wantedLead });
  useEffect(() => void (form.isRead && latestWanted.current()), [form.isRead, isWanted]);

  const state = stateOfTimer(timer);
  const step = !lead || choosing ? 1 : !placed ? 2 : state !== 'ended' ? 3 : 4;
  const mayChoose = state === 'not started' || gone;
  const back = lead ? `/leads/${lead.leadId}` : '/visits';

  const begin = (): void => {
    if (!lead) return setError(t`Please select a lead`);
    change({ timer: started(Date.now()) });
  };
  const finish = (): void => {
    change({ timer: ended(timer, Date.now()) });
    setCompleting(true);
  };
  const save = async (): Promise<void> => {
    await form.submit();
    // what is wrong stands behind it
    setCompleting(false);
  };
  const discard = (): void => {
    form.discard();
    location.forget();
    setGone(false);
    setDiscarding(false);
  };

  if (!form.isRead)
    return (
      <FullPageSpinner>
        <Trans>Opening</Trans>
      </FullPageSpinner>
    );
  const isBegun = changedFields(noVisit, visit).length > 0;
  const problem = form.message && gone ? leadGoneText() : form.message;
  return (
    <>
      <TopBar
        title={t`Record Site Visit`}
        back={{ to: back, label: lead ? t`Back to lead` : t`Back to visits` }}
        actions={
          isBegun && (
            <Button kind="ghost" onClick={() => (isWorthAsking(visit) ? setDiscarding(true) : discard())}>
              <Trans>Discard</Trans>
            </Button>
          )
        }
      />
      <Page className="visit-record">
        <VisitSteps step={step} lead={lead?.name} place={placeText(visit)} />
        <div className="visit-panel">
          {problem && <Banner tone="danger">{problem}</Banner>}
          {lead && step > 1 && (
            <button
              type="button"
              className="visit-pick"
              disabled={!mayChoose}
              onClick={() => setChoosing(true)}
              title={mayChoose ? t`Select another lead` : undefined}
            >
              <LeadLine lead={lead} />
            </button>
          )}
          {step === 1 && (
            <LeadPicker
              error={error ?? (preselected.isError ? whyNot(preselected.error) : undefined)}
              onPick={(picked) => {
                setChoosing(false);
                setError(undefined);
                setGone(false);
                change({ lead: picked });
              }}
            />
          )}
          {step === 2 && <VisitPlace location={location} />}
          {step === 3 && <VisitDial timer={timer} />}
          {step > 2 && <VisitDetails form={form} isStep={step === 4} />}
        </div>
      </Page>
      {step === 2 && (
        <BottomBar className="visit-bar">
          <PlaceActs location={location} onDone={() => change({ placed: true })} />
        </BottomBar>
      )}
      {step === 3 && (
        <BottomBar className="visit-bar">
          <div className="visit-acts">
            {state === 'not started' && (
              <Button kind="primary" size="lg" icon={Play} onClick={begin}>
                <Trans>Start Visit</Trans>
              </Button>
            )}
            {state === 'running' && (
              <Button size="lg" icon={Pause} onClick={() => change({ timer: paused(timer, Date.now()) })}>
                <Trans>Pause</Trans>
              </Button>
            )}
            {state === 'paused' && (
              <Button size="lg" icon={Play} onClick={() => change({ timer: resumed(timer, Date.now()) })}>
                <Trans>Resume</Trans>
              </Button>
            )}
            {state !== 'not started' && (
              <Button kind="primary" size="lg" icon={Square} onClick={finish}>
                <Trans>End Visit</Trans>
              </Button>
            )}
          </div>
        </BottomBar>
      )}
      {step === 4 && (
        <BottomBar className="visit-bar">
          <Button kind="primary" size="lg" block busy={form.busy} onClick={() => setCompleting(true)}>
            <Trans>Complete Visit</Trans>
          </Button>
        </BottomBar>
      )}
      <Dialog
        open={completing && step === 4}
        onClose={() => setCompleting(false)}
        dismissible={!form.busy}
        title={t`Visit Completed!`}
        description={lead?.name}
        foot={
          <>
            <Button kind="primary" size="lg" busy={form.busy} onClick={() => void save()}>
              <Trans>Save Visit</Trans>
            </Button>
            <Button size="lg" disabled={form.busy} onClick={() => setCompleting(false)}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        }
      >
        <VisitSummary visit={visit} />
      </Dialog>
      <ConfirmDialog
        open={discarding}
        onClose={() => setDiscarding(false)}
        title={lead ? t`Discard the visit to ${lead.name}?` : t`Discard this visit?`}
        text={t`Its time, notes and photos are on this device only. This action cannot be undone.`}
        confirm={t`Discard`}
        keep={t`Keep visit`}
        onConfirm={discard}
      />
    </>
  );
}

/** Only the server can say that there is no such lead. */
const whyNot = (error: Error): string =>
  error instanceof Problem && error.status === 404 ? t`Lead not found` : errorMessage(error, t`Failed to load lead details`);
