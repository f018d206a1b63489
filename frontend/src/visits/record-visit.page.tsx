import { Pause, Play, Square } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { get, newId, Problem, errorMessage } from '../lib/api.js';
import { useDraft } from '../lib/drafts.js';
import { enqueue } from '../lib/outbox.js';
import { discardItem } from '../lib/outbox-resubmit.js';
import { useLocation } from '../shared/use-location.js';
import { usePhotos } from '../shared/use-photos.js';
import { keptWords, leadGoneWords } from '../shared/labels.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog, Dialog } from '../ui/dialog.js';
import { useToday } from '../ui/figures.js';
import { BottomBar, Page, TopBar } from '../ui/frame.js';
import { FullPageSpinner } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { LeadLine, LeadPicker, useLeadsOnTheWay } from './lead-picker.js';
import { VisitDetails } from './visit-details.js';
import { VisitDial } from './visit-dial.js';
import {
  ended,
  isBegun,
  isWorthAsking,
  paused,
  resumed,
  started,
  stateOfTimer,
  type VisitInProgress,
  visitData,
  whatIsMissing,
} from './visit-in-progress.js';
import { PlaceActs, VisitPlace } from './visit-place.js';
import { VisitSteps } from './visit-steps.js';
import { placeText, VisitSummary } from './visit-summary.js';
import './record-visit.css';
import './visits.css';

const blank = (): VisitInProgress => ({ visitId: newId(), placed: false, timer: { pausedFor: 0 }, notes: '', followUpOn: '', files: [] });

/** `/visits/new`: whom, where, how long, and what came of it; on one phone, perhaps without a network. */
export default function RecordVisitPage(): ReactNode {
  const { draft, ...keeping } = useDraft<VisitInProgress>('visit');
  return draft === undefined ? <FullPageSpinner>Opening</FullPageSpinner> : <RecordVisit draft={draft} {...keeping} />;
}

interface RecordVisitProps extends Omit<ReturnType<typeof useDraft<VisitInProgress>>, 'draft'> {
  /** What was recorded before the page was closed, or the phone died. */
  draft: VisitInProgress | null;
}

function RecordVisit({ draft, keep, drop, handOver, takeBack }: RecordVisitProps): ReactNode {
  const [search] = useSearchParams();
  const wanted = search.get('leadId');
  const navigate = useNavigate();
  const today = useToday();
  const [visit, setVisit] = useState<VisitInProgress>(() => draft ?? blank());
  const [completing, setCompleting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<{ lead?: string; followUpOn?: string }>({});
  const [choosing, setChoosing] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  // its lead is not there any more: what was recorded can go to another one
  const [gone, setGone] = useState(false);
  const change = (changes: Partial<VisitInProgress>): void => setVisit((now) => ({ ...now, ...changes }));

  const photos = usePhotos(visit.files, (to) => setVisit((now) => ({ ...now, files: to(now.files) })));
  const location = useLocation(visit.place, (place, accuracyMetres) => change({ place, accuracyMetres }), visit.accuracyMetres);
  const current = visit;
  const { files } = visit;
  const written = useRef('');
  useEffect(() => {
    const text = JSON.stringify({ ...current, files: files.map(({ fileId, uploaded }) => [fileId, uploaded]) });
    if (text === written.current) return;
    written.current = text;
    if (isBegun(current)) keep(current);
  });

  const onTheWay = useLeadsOnTheWay().find(({ leadId }) => leadId === wanted);
  const preselected = useQuery({
    queryKey: ['lead', wanted],
    queryFn: ({ signal }) => get<LeadDetail>(`/api/leads/${wanted!}`, {}, { signal }),
    enabled: wanted !== null && !onTheWay && visit.lead?.leadId !== wanted && stateOfTimer(visit.timer) === 'not started',
    meta: { views: ['lead-detail', 'people'], kept: true },
  });
  // one that is on its way is another object each time; who it is stays
  const wantedLead = preselected.data ?? onTheWay;
  const isWanted = wantedLead?.leadId;
  const latestWanted = useRef(wantedLead);
  latestWanted.current = wantedLead;
  useEffect(() => {
    const person = latestWanted.current;
    if (isWanted && person) setVisit((now) => (now.timer.startedAt === undefined ? { ...now, lead: person } : now));
  }, [isWanted]);

  const { lead, timer } = current;
  const state = stateOfTimer(timer);
  const step = !lead || choosing ? 1 : !current.placed ? 2 : state !== 'ended' ? 3 : 4;
  const mayChoose = state === 'not started' || gone;
  const back = lead ? `/leads/${lead.leadId}` : '/visits';

  const begin = (): void => {
    if (!lead) return setErrors({ lead: 'Please select a lead' });
    change({ timer: started(Date.now()) });
  };
  const finish = (): void => {
    change({ timer: ended(timer, Date.now()) });
    setCompleting(true);
  };
  const save = async (): Promise<void> => {
    const missing = whatIsMissing(current);
    if (missing) return setProblem(missing);
    if (current.followUpOn !== '' && current.followUpOn < today) {
      setCompleting(false);
      return setErrors({ followUpOn: 'The next visit date cannot be before today.' });
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const data = visitData(current);
      const options = { recordId: data.leadId, title: `Visit to ${lead!.name}`, files, draftKey: handOver(), id: newId() };
      const captured = await enqueue('RecordVisit', data, options);
      const outcome = await captured.settled;
      if (outcome.state === 'refused') {
        // the form keeps everything; the same visit is sent again from here
        takeBack(current);
        if (captured.kept) await discardItem(options.id);
        setCompleting(false);
        const { code, detail, fields } = outcome.problem;
        const { followUpOn, ...others } = fields;
        setErrors({ followUpOn });
        setGone(code === 'lead-not-found');
        // another one stands under its id, from another window: whoever has looked may record this one too
        if (code === 'visit-exists') change({ visitId: newId() });
        if (code === 'lead-not-found') return setProblem(leadGoneWords);
        const words = [...new Set([detail, ...Object.values(others)])].filter(Boolean).join(' ');
        return setProblem(followUpOn && Object.keys(others).length === 0 ? undefined : words || 'Failed to save site visit');
      }
      drop();
      toast({ text: outcome.state === 'waiting' ? keptWords : 'Visit saved' });
      await navigate(`/leads/${data.leadId}`, { replace: true });
    } catch (error) {
      takeBack(current);
      setCompleting(false);
      setProblem(errorMessage(error, 'Failed to save site visit'));
    } finally {
      setBusy(false);
    }
  };

  const discard = (): void => {
    drop();
    setVisit(blank());
    location.forget();
    setProblem(undefined);
    setErrors({});
    setGone(false);
    setDiscarding(false);
  };

  return (
    <>
      <TopBar
        title="Record Site Visit"
        back={{ to: back, label: lead ? 'Back to lead' : 'Back to visits' }}
        actions={
          isBegun(current) && (
            <Button kind="ghost" onClick={() => (isWorthAsking(current) ? setDiscarding(true) : discard())}>
              Discard
            </Button>
          )
        }
      />
      <Page className="visit-record">
        <VisitSteps step={step} lead={lead?.name} place={placeText(current)} />
        <div className="visit-panel">
          {problem && <Banner tone="danger">{problem}</Banner>}
          {lead && step > 1 && (
            <button
              type="button"
              className="visit-pick"
              disabled={!mayChoose}
              onClick={() => setChoosing(true)}
              title={mayChoose ? 'Select another lead' : undefined}
            >
              <LeadLine lead={lead} />
            </button>
          )}
          {step === 1 && (
            <LeadPicker
              error={errors.lead ?? (preselected.isError ? whyNot(preselected.error) : undefined)}
              onPick={(picked) => {
                setChoosing(false);
                setErrors({});
                setProblem(undefined);
                setGone(false);
                change({ lead: picked });
              }}
            />
          )}
          {step === 2 && <VisitPlace location={location} />}
          {step === 3 && <VisitDial timer={timer} />}
          {step > 2 && (
            <VisitDetails
              visit={current}
              photos={photos}
              today={today}
              error={errors.followUpOn}
              onChange={change}
              open={step === 4 || current.notes !== '' || current.followUpOn !== '' || files.length > 0}
            />
          )}
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
                Start Visit
              </Button>
            )}
            {state === 'running' && (
              <Button size="lg" icon={Pause} onClick={() => change({ timer: paused(timer, Date.now()) })}>
                Pause
              </Button>
            )}
            {state === 'paused' && (
              <Button size="lg" icon={Play} onClick={() => change({ timer: resumed(timer, Date.now()) })}>
                Resume
              </Button>
            )}
            {state !== 'not started' && (
              <Button kind="primary" size="lg" icon={Square} onClick={finish}>
                End Visit
              </Button>
            )}
          </div>
        </BottomBar>
      )}
      {step === 4 && (
        <BottomBar className="visit-bar">
          <Button kind="primary" size="lg" block busy={busy} onClick={() => setCompleting(true)}>
            Complete Visit
          </Button>
        </BottomBar>
      )}
      <Dialog
        open={completing && step === 4}
        onClose={() => setCompleting(false)}
        dismissible={!busy}
        title="Visit Completed!"
        description={lead?.name}
        foot={
          <>
            <Button kind="primary" size="lg" busy={busy} onClick={() => void save()}>
              Save Visit
            </Button>
            <Button size="lg" disabled={busy} onClick={() => setCompleting(false)}>
              Cancel
            </Button>
          </>
        }
      >
        <VisitSummary visit={current} />
      </Dialog>
      <ConfirmDialog
        open={discarding}
        onClose={() => setDiscarding(false)}
        title={lead ? `Discard the visit to ${lead.name}?` : 'Discard this visit?'}
        text="Its time, notes and photos are on this device only. This action cannot be undone."
        confirm="Discard"
        keep="Keep visit"
        onConfirm={discard}
      />
    </>
  );
}

/** Only the server can say that there is no such lead. */
const whyNot = (error: Error): string =>
  error instanceof Problem && error.status === 404 ? 'Lead not found' : errorMessage(error, 'Failed to load lead details');
