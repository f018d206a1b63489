import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useNavigate } from '../lib/navigate.js';
import { errorMessage, Problem } from '../lib/api.js';
import { changedFields } from '../shared/command-input.js';
import { placeText } from '../shared/contact.js';
import { leadGoneText } from '../shared/labels.js';
import { useLocation } from '../shared/use-location.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog, Dialog } from '../ui/dialog.js';
import { useZone } from '../ui/figures.js';
import { clockText } from '../ui/format.js';
import { BottomBar } from '../ui/bottom-bar.js';
import { Page, TopBar } from '../ui/frame.js';
import { FullPageSpinner } from '../ui/states.js';
import { LeadButton, LeadPicker } from './lead-picker.js';
import { useVisitForm } from './use-visit-form.js';
import { PlaceActs, TimerActs, VisitActs } from './visit-acts.js';
import { visitNow } from './visit-clock.js';
import { VisitDetails } from './visit-details.js';
import { VisitDial } from './visit-dial.js';
import { ended, goesOn, isWorthAsking, noVisit, stateOfTimer, type Timer, type VisitedPerson } from './visit-in-progress.js';
import { VisitPlace } from './visit-place.js';
import { VisitSteps } from './visit-steps.js';
import { VisitSummary } from './visit-summary.js';

/** `/visits/new`: whom, where, how long, and what came of it; on one phone, perhaps without a network. */
export default function RecordVisitPage(): ReactNode {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { form, visit, change, gone, pick, other, failed, discard } = useVisitForm(search.get('leadId'));
  const { lead, placed, timer } = visit.beside;
  const [choosing, setChoosing] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  // it is saved before the other one begins
  const [isFirst, setFirst] = useState(false);
  const location = useLocation(
    visit.place,
    (place, accuracyMetres) => {
      form.set('place', place);
      form.set('accuracyMetres', accuracyMetres);
    },
    visit.accuracyMetres,
  );
  const state = stateOfTimer(timer);
  const step = !lead || choosing ? 1 : !placed ? 2 : state !== 'ended' ? 3 : 4;
  const mayChoose = state === 'not started' || gone;
  /** This one stays, and no other is asked for. */
  const stay = (): void => void navigate('/visits/new', { replace: true });
  const throwAway = (also?: 'wanted'): void => {
    discard(also);
    location.forget();
  };

  if (!form.isRead) return <FullPageSpinner>{t`Opening`}</FullPageSpinner>;
  const where = visit.place ? placeText(visit.place, visit.accuracyMetres) : placed ? t`Without location` : undefined;
  const isBegun = changedFields(noVisit, visit).length > 0;
  const problem = form.message && gone ? leadGoneText() : form.message;
  const discardAll = (): void => {
    throwAway('wanted');
    setDiscarding(false);
    stay();
  };
  return (
    <>
      <TopBar
        title={t`Record Site Visit`}
        back={{ to: lead ? `/leads/${lead.leadId}` : '/visits', label: lead ? t`Back to lead` : t`Back to visits` }}
        actions={
          isBegun && (
            <Button kind="ghost" onClick={() => (isWorthAsking(visit) ? setDiscarding(true) : discardAll())}>
              {t`Discard`}
            </Button>
          )
        }
      />
      <Page className="flex w-full max-w-248 flex-1 flex-col gap-4 md:grid md:grid-cols-[10.5rem_minmax(0,1fr)] md:items-start md:gap-5 lg:grid-cols-[15rem_minmax(0,36rem)] lg:gap-8">
        <VisitSteps step={step} lead={lead?.name} place={where} />
        <div className="stack min-w-0 gap-4">
          {problem && <Banner tone="danger">{problem}</Banner>}
          {lead && step > 1 && (
            <LeadButton lead={lead} disabled={!mayChoose} onClick={() => setChoosing(true)} title={mayChoose ? t`Select another lead` : undefined} />
          )}
          {step === 1 && (
            <LeadPicker
              error={failed ? whyNot(failed) : undefined}
              onPick={(picked) => {
                setChoosing(false);
                pick(picked);
                stay();
              }}
            />
          )}
          {step === 2 && <VisitPlace key={lead?.leadId} location={location} />}
          {step === 3 && <VisitDial timer={timer} />}
          {step === 4 && <VisitSummary visit={visit} />}
          {step > 2 && <VisitDetails form={form} isStep={step === 4} />}
        </div>
      </Page>
      {step > 1 && (
        // under what it ends
        <BottomBar className="md:grid md:grid-cols-[minmax(0,36rem)] md:pl-[calc(var(--spacing-gutter)+11.75rem)] lg:pl-[calc(var(--spacing-gutter)+17rem)]">
          {step === 2 && <PlaceActs location={location} onDone={() => change({ placed: true })} />}
          {step === 3 && <TimerActs timer={timer} onTimer={(now) => change({ timer: now })} />}
          {step === 4 && (
            <VisitActs>
              <Button size="lg" disabled={form.busy} onClick={() => change({ timer: goesOn(timer) })}>
                {t`Cancel`}
              </Button>
              <Button kind="primary" size="lg" busy={form.busy} onClick={() => void form.submit()}>
                {t`Save Visit`}
              </Button>
            </VisitActs>
          )}
        </BottomBar>
      )}
      <OtherVisitDialog
        visit={lead && other && !isFirst && !form.busy ? { lead, timer, other } : undefined}
        onStay={stay}
        onSave={() => {
          setFirst(true);
          if (state === 'running' || state === 'paused') change({ timer: ended(timer, visitNow()) });
        }}
        onDiscard={() => throwAway()}
      />
      <ConfirmDialog
        open={discarding}
        onClose={() => setDiscarding(false)}
        title={lead ? t`Discard the visit to ${lead.name}?` : t`Discard this visit?`}
        text={t`Its time, notes and photos are on this device only.`}
        confirm={t`Discard`}
        keep={t`Keep visit`}
        onConfirm={discardAll}
      />
    </>
  );
}

/** Only the server can say that there is no such lead. */
const whyNot = (error: Error): string =>
  error instanceof Problem && error.status === 404 ? t`Lead not found` : errorMessage(error, t`Failed to load lead details`);

interface OtherVisitProps {
  /** The one that is under way, and the lead of the one that was asked for; undefined: closed. */
  visit: { readonly lead: VisitedPerson; readonly timer: Timer; readonly other: { readonly name: string | undefined } } | undefined;
  onStay: () => void;
  onSave: () => void;
  onDiscard: () => void;
}

/** A device records one visit at a time: before a second one begins the person says what becomes of the first. */
function OtherVisitDialog({ visit, onStay, onSave, onDiscard }: OtherVisitProps): ReactNode {
  const zone = useZone();
  const first = visit?.lead.name ?? '';
  const second = visit?.other.name ?? t`another lead`;
  const since = visit?.timer.startedAt === undefined ? '' : clockText(new Date(visit.timer.startedAt), zone);
  return (
    <Dialog
      open={visit !== undefined}
      onClose={onStay}
      title={t`A visit to ${first} is under way`}
      description={
        since === ''
          ? t`What becomes of it before the visit to ${second} begins?`
          : t`It began at ${since}. What becomes of it before the visit to ${second} begins?`
      }
      foot={
        <>
          <Button kind="primary" size="lg" onClick={onSave}>
            {t`End it and save it first`}
          </Button>
          <Button size="lg" onClick={onStay}>
            {t`Go on with it`}
          </Button>
          <Button kind="danger-ghost" size="lg" onClick={onDiscard}>
            {t`Discard it`}
          </Button>
        </>
      }
    />
  );
}
