import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorMessage, Problem } from '../lib/server/api.js';
import { changedFieldNames } from '../kit/forms/field-values.js';
import { capturedPlaceText } from '../kit/leads/contact.js';
import { leadGoneText } from '../kit/texts/labels.js';
import { useRefusedId } from '../kit/offline/resubmitted.js';
import { UnreadDraft } from '../kit/forms/unread-draft.js';
import { FormErrors } from '../ui/inputs/form-errors.js';
import { Button } from '../ui/buttons/button.js';
import { ConfirmDialog, Dialog } from '../ui/overlays/dialog.js';
import { useZone } from '../ui/display/figures.js';
import { clockText } from '../ui/display/format.js';
import { BottomBar } from '../ui/layout/bottom-bar.js';
import { Screen } from '../ui/layout/frame.js';
import { useFocusFirstError } from '../ui/inputs/validated-form.js';
import { FullPageSpinner } from '../ui/feedback/states.js';
import { LeadButton, LeadPicker } from '../kit/leads/lead-picker.js';
import { type VisitForm, useVisitForm } from './use-visit-form.js';
import { visitNow } from './visit-clock.js';
import { buttonRowClass, VisitDetails, VisitSummary } from './visit-details.js';
import { TimerActions, VisitTimer } from './visit-timer.js';
import {
  stopTimer,
  reopenTimer,
  hasWorkToLose,
  noVisit,
  stateOfTimer,
  type VisitValues,
} from './visit-in-progress.js';
import { PlaceActions, VisitPlace } from './visit-place.js';
import { type VisitStep, visitSteps, VisitSteps } from './visit-steps.js';

/** `/visits/new`: records a visit with lead, place, time and notes, perhaps without a network. */
export default function RecordVisitPage(): ReactNode {
  return <RecordVisit key={useRefusedId()} />;
}

function RecordVisit(): ReactNode {
  const [search] = useSearchParams();
  const visitForm = useVisitForm(search.get('leadId'));
  const { form, visit, location, isLeadGone, leadError } = visitForm;
  const { changeVisit, pickLead, keepRunningVisit, openEmptyForm, discardVisit } = visitForm;
  const { lead, placed, timer } = visit.beside;
  const [isChoosing, setChoosing] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const { form: container, focusErrorAfterSubmit } = useFocusFirstError<HTMLDivElement>(form.busy);
  const state = stateOfTimer(timer);
  const step = isChoosing ? visitSteps.lead : currentStepOf(visit);
  const mayChoose = state === 'not started' || isLeadGone;

  if (!form.isRead) return <FullPageSpinner>{t`Opening`}</FullPageSpinner>;
  const locationText = visit.place && capturedPlaceText(visit.place, visit.accuracyMetres);
  const problem = form.message && isLeadGone ? leadGoneText() : form.message;
  const save = (): void => {
    focusErrorAfterSubmit();
    void form.submit();
  };
  const discardAll = (): void => {
    discardVisit({ dropsRequest: true });
    setDiscarding(false);
    openEmptyForm();
  };
  return (
    <>
      <Screen
        title={t`Record Site Visit`}
        back={{
          to: lead ? `/leads/${lead.leadId}` : '/visits',
          label: lead ? t`Back to lead` : t`Back to visits`,
        }}
        pageClassName="flex w-full md:max-w-248! flex-1 flex-col gap-4 md:grid md:grid-cols-[10.5rem_minmax(0,1fr)] md:items-start md:gap-5 lg:grid-cols-[15rem_minmax(0,36rem)] lg:gap-8"
      >
        <VisitSteps
          step={step}
          lead={lead?.name}
          place={locationText}
          isPlaceSkipped={placed && !visit.place}
        />
        <div ref={container} className="stack min-w-0 gap-4 max-md:flex-1">
          <UnreadDraft form={form} />
          <FormErrors fields={[]} message={problem} />
          {/* the summary of the details names the lead */}
          {lead && step > visitSteps.lead && (step < visitSteps.details || mayChoose) && (
            <LeadButton
              // its status is not needed here
              lead={{ ...lead, status: undefined }}
              disabled={!mayChoose}
              onClick={() => setChoosing(true)}
              title={mayChoose ? t`Select another lead` : undefined}
            />
          )}
          {step === visitSteps.lead && (
            <LeadPicker
              to="/visits/new"
              error={leadError ? reasonText(leadError) : undefined}
              onPick={(picked) => {
                setChoosing(false);
                pickLead(picked);
                keepRunningVisit();
              }}
            />
          )}
          {step === visitSteps.location && <VisitPlace key={lead?.leadId} location={location} />}
          {step === visitSteps.timer && <VisitTimer timer={timer} />}
          {step === visitSteps.details && <VisitSummary visit={visit} />}
          {step > visitSteps.location && (
            <VisitDetails form={form} isStep={step === visitSteps.details} />
          )}
          {/* the details have no Discard: Cancel returns to the timer, which has one */}
          {step < visitSteps.details && changedFieldNames(noVisit, visit).length > 0 && (
            <Button
              kind="ghost"
              // near the buttons of the step, below its content
              className="self-center max-md:mt-auto max-md:-mb-2"
              onClick={hasWorkToLose(visit) ? () => setDiscarding(true) : discardAll}
            >
              {t`Discard`}
            </Button>
          )}
        </div>
      </Screen>
      {step > visitSteps.lead && (
        // below the step's content
        <BottomBar className="md:grid md:grid-cols-[minmax(0,36rem)] md:pl-[calc(var(--spacing-gutter)+11.75rem)] lg:pl-[calc(var(--spacing-gutter)+17rem)]">
          <div className={buttonRowClass}>
            {step === visitSteps.location && (
              <PlaceActions location={location} onDone={() => changeVisit({ placed: true })} />
            )}
            {step === visitSteps.timer && (
              <TimerActions
                timer={timer}
                onTimer={(changedTimer) => changeVisit({ timer: changedTimer })}
              />
            )}
            {step === visitSteps.details && (
              <>
                <Button
                  kind="ghost"
                  size="lg"
                  className="flex-none!"
                  disabled={form.busy}
                  onClick={() => changeVisit({ timer: reopenTimer(timer) })}
                >
                  {t`Cancel`}
                </Button>
                <Button kind="primary" size="lg" busy={form.busy} onClick={save}>
                  {t`Save Visit`}
                </Button>
              </>
            )}
          </div>
        </BottomBar>
      )}
      <OtherVisitDialog visitForm={visitForm} />
      <ConfirmDialog
        open={isDiscarding}
        onClose={() => setDiscarding(false)}
        title={lead ? t`Discard the visit to ${lead.name}?` : t`Discard this visit?`}
        text={t`Its time, notes and photos are on this device only.`}
        confirmLabel={t`Discard`}
        cancelLabel={t`Keep visit`}
        onConfirm={discardAll}
      />
    </>
  );
}

/** First step that a visit has not completed. */
function currentStepOf({ beside: { lead, placed, timer } }: VisitValues): VisitStep {
  if (!lead) return visitSteps.lead;
  if (!placed) return visitSteps.location;
  return stateOfTimer(timer) === 'ended' ? visitSteps.details : visitSteps.timer;
}

/** Reason why a lead cannot be visited. Offline the device cannot tell whether the lead exists. */
const reasonText = (error: Error): string =>
  error instanceof Problem && error.status === 404
    ? t`Lead not found`
    : errorMessage(error, t`Failed to load lead details`);

/** Asks what to do with the running visit before another begins. */
function OtherVisitDialog({
  visitForm: { form, visit, changeVisit, otherLead, keepRunningVisit, discardVisit },
}: {
  visitForm: VisitForm;
}): ReactNode {
  const zone = useZone();
  const [isEnding, setEnding] = useState(false);
  const { lead, timer } = visit.beside;
  const first = lead?.name ?? '';
  const second = otherLead?.name ?? t`another lead`;
  const since = timer.startedAt === undefined ? '' : clockText(new Date(timer.startedAt), zone);
  // closes the dialog and stops the timer, so that the running visit can be saved
  const endAndSave = (): void => {
    setEnding(true);
    if (since !== '' && timer.endedAt === undefined)
      changeVisit({ timer: stopTimer(timer, visitNow()) });
  };
  return (
    <Dialog
      open={otherLead !== undefined && !isEnding && !form.busy}
      onClose={keepRunningVisit}
      title={t`A visit to ${first} is under way`}
      description={
        since === ''
          ? t`What becomes of it before the visit to ${second} begins?`
          : t`It began at ${since}. What becomes of it before the visit to ${second} begins?`
      }
      footer={
        <>
          <Button kind="primary" size="lg" onClick={endAndSave}>
            {t`End it and save it first`}
          </Button>
          <Button size="lg" onClick={keepRunningVisit}>
            {t`Continue visit`}
          </Button>
          <Button kind="danger-ghost" size="lg" onClick={() => discardVisit()}>
            {t`Discard it`}
          </Button>
        </>
      }
    />
  );
}
