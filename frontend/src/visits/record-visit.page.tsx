import { Camera, MapPin, Pause, Pencil, Play, Square } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { get, newId, wordsOf } from '../lib/api.js';
import { useDraft } from '../lib/drafts.js';
import { capture } from '../lib/outbox.js';
import { discardItem } from '../lib/outbox-mending.js';
import { PhotoStrip } from '../shared/photo-strip.js';
import { useLocation } from '../shared/use-location.js';
import { usePhotos } from '../shared/use-photos.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field, FieldError } from '../ui/field.js';
import { useToday } from '../ui/figures.js';
import { counted, duration } from '../ui/format.js';
import { BottomBar, Page, TopBar } from '../ui/frame.js';
import { Icon } from '../ui/icon.js';
import { DateField, TextArea } from '../ui/input.js';
import { Waiting } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { LeadLine, LeadPicker } from './lead-picker.js';
import { VisitDial } from './visit-dial.js';
import { activeSeconds, ended, paused, resumed, started, stateOfTimer, type VisitInProgress, visitData, whatIsMissing } from './visit-in-progress.js';
import { VisitSteps } from './visit-steps.js';
import './record-visit.css';
import './visits.css';

const blank = (): VisitInProgress => ({ visitId: newId(), placed: false, timer: { pausedFor: 0 }, notes: '', followUpOn: '', files: [] });

/** `/visits/new`: whom, where, how long, and what came of it; on one phone, perhaps without a network (document 1 §2). */
export default function RecordVisitPage(): ReactNode {
  const { draft, ...keeping } = useDraft<VisitInProgress>('visit');
  return draft === undefined ? <Waiting>Opening</Waiting> : <RecordVisit draft={draft} {...keeping} />;
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
  const photos = usePhotos();
  const location = useLocation(visit.place);
  const [completing, setCompleting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<{ lead?: string; followUpOn?: string }>({});
  const [choosing, setChoosing] = useState(false);
  const change = (changes: Partial<VisitInProgress>): void => setVisit((now) => ({ ...now, ...changes }));

  // what was photographed before comes back with the rest
  const { become, files } = photos;
  useEffect(() => become(draft?.files ?? []), [become, draft]);
  const { finding } = location;
  const found = finding.state === 'found' ? finding : undefined;
  const current: VisitInProgress = {
    ...visit,
    files,
    place: found?.place ?? visit.place,
    accuracyMetres: found?.accuracyMetres ?? visit.accuracyMetres,
  };
  const written = useRef('');
  useEffect(() => {
    const text = JSON.stringify({ ...current, files: files.map(({ fileId, uploaded }) => [fileId, uploaded]) });
    if (text === written.current) return;
    written.current = text;
    if (isBegun(current)) keep(current);
  });

  const preselected = useQuery({
    queryKey: ['lead', wanted],
    queryFn: ({ signal }) => get<LeadDetail>(`/api/leads/${wanted!}`, {}, { signal }),
    enabled: wanted !== null && visit.lead?.leadId !== wanted && stateOfTimer(visit.timer) === 'not started',
    meta: { views: ['lead-detail', 'people'], kept: true },
  });
  useEffect(() => {
    if (preselected.data) setVisit((now) => (now.timer.startedAt === undefined ? { ...now, lead: preselected.data } : now));
  }, [preselected.data]);

  const { lead, timer } = current;
  const state = stateOfTimer(timer);
  const step = !lead || choosing ? 1 : !current.placed ? 2 : state !== 'ended' ? 3 : 4;
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
      const options = { recordId: data.leadId, title: `Visit to ${lead!.name}`, files, draftKey: handOver() };
      const captured = await capture('RecordVisit', data, options);
      const outcome = await captured.settled;
      if (outcome.state === 'refused') {
        // the form keeps everything; the same visit is sent again from here
        takeBack(current);
        if (captured.kept) await discardItem(captured.commandId);
        setCompleting(false);
        setErrors({ followUpOn: outcome.problem.fields['followUpOn'] });
        return setProblem(outcome.problem.fields['followUpOn'] ? undefined : outcome.problem.detail || 'Failed to save site visit');
      }
      drop();
      toast({ text: outcome.state === 'waiting' ? 'Kept on this device. It is sent when the network is back.' : 'Visit saved' });
      await navigate(`/leads/${data.leadId}`, { replace: true });
    } catch (error) {
      takeBack(current);
      setCompleting(false);
      setProblem(wordsOf(error, 'Failed to save site visit'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <TopBar
        title="Record Site Visit"
        back={{ to: back, label: lead ? 'Back to lead' : 'Back to visits' }}
        actions={
          isBegun(current) && (
            <Button
              kind="ghost"
              onClick={() => {
                drop();
                setVisit(blank());
                become([]);
                location.forget();
              }}
            >
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
              disabled={state !== 'not started'}
              onClick={() => setChoosing(true)}
              title={state === 'not started' ? 'Select another lead' : undefined}
            >
              <LeadLine lead={lead} />
            </button>
          )}
          {step === 1 && (
            <LeadPicker
              error={errors.lead ?? (preselected.isError ? 'Lead not found' : undefined)}
              onPick={(picked) => {
                setChoosing(false);
                setErrors({});
                change({ lead: picked });
              }}
            />
          )}
          {step === 2 && <WhereStep location={location} onDone={() => change({ placed: true })} />}
          {step === 3 && <VisitDial timer={timer} />}
          {step > 2 && (
            <Details
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
      {step === 3 && (
        <BottomBar>
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
        <BottomBar>
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
        <Summary visit={current} />
      </Dialog>
    </>
  );
}

const isBegun = ({ lead, timer, notes, followUpOn, files, place }: VisitInProgress): boolean =>
  lead !== undefined || timer.startedAt !== undefined || notes !== '' || followUpOn !== '' || files.length > 0 || place !== undefined;

function placeText({ place, accuracyMetres, placed }: VisitInProgress): string | undefined {
  if (!place) return placed ? 'Without location' : undefined;
  const words = place.address ?? `${place.lat.toFixed(4)}, ${place.lng.toFixed(4)}`;
  return accuracyMetres === undefined ? words : `${words}, within ${accuracyMetres} m`;
}

/** Step 2: asked for at once; without it the form goes on (document 1 §8). */
function WhereStep({ location, onDone }: { location: ReturnType<typeof useLocation>; onDone: () => void }): ReactNode {
  const { finding, find } = location;
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || finding.state !== 'idle') return;
    asked.current = true;
    find();
  }, [finding.state, find]);
  const place = finding.state === 'found' ? finding.place : undefined;
  return (
    <section className="stack gap-3" aria-labelledby="where">
      <h2 id="where" className="t2">
        Capture Location
      </h2>
      <div className="card card-b row gap-3" role="status">
        <Icon of={MapPin} size="l" className="text-accent-ink" />
        {finding.state === 'found' ? (
          <span className="grow">
            <span className="label medium block">{place?.address ?? 'Location captured'}</span>
            <span className="meta num block">
              {place?.lat.toFixed(6)}, {place?.lng.toFixed(6)}
              {finding.accuracyMetres !== undefined && `, within ${finding.accuracyMetres} m`}
            </span>
          </span>
        ) : (
          <span className="label grow">{finding.state === 'asking' ? 'Finding where you are, up to 10 seconds' : 'Where the visit takes place'}</span>
        )}
      </div>
      {finding.state === 'failed' && <FieldError>Unable to retrieve your location</FieldError>}
      <div className="visit-acts">
        {finding.state !== 'asking' && (
          <Button size="lg" onClick={find}>
            {finding.state === 'idle' ? 'Capture Location' : 'Try again'}
          </Button>
        )}
        <Button kind="primary" size="lg" onClick={onDone}>
          {finding.state === 'found' ? 'Continue' : 'Continue without location'}
        </Button>
      </div>
    </section>
  );
}

interface DetailsProps {
  visit: VisitInProgress;
  photos: ReturnType<typeof usePhotos>;
  today: string;
  error: string | undefined;
  onChange: (changes: Partial<VisitInProgress>) => void;
  /** Whether there is something to show, or it is the step for it. */
  open: boolean;
}

/** Step 4, and at hand while the timer runs: notes, photos, and the day of the next visit. */
function Details({ visit, photos, today, error, onChange, open }: DetailsProps): ReactNode {
  const [opened, setOpened] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => void photos.add(input.files).then(() => (input.value = ''));
  const shown = open || opened;
  return (
    <section className="stack gap-3" aria-label="Visit Details">
      <div className="visit-acts">
        <Button icon={Camera} onClick={() => camera.current?.click()}>
          Add photo
        </Button>
        {!shown && (
          <Button icon={Pencil} onClick={() => setOpened(true)}>
            Add note
          </Button>
        )}
      </div>
      <input
        ref={camera}
        className="vh"
        type="file"
        accept="image/*"
        multiple
        tabIndex={-1}
        aria-hidden
        data-testid="camera"
        onChange={(event) => take(event.currentTarget)}
      />
      <PhotoStrip files={photos.files} onRemove={photos.remove} />
      {photos.error && <FieldError>{photos.error}</FieldError>}
      {!shown && <p className="meta text-center">Keeps counting if you lock the phone or close the app.</p>}
      {shown && (
        <>
          <Field label="Notes" optional>
            <TextArea
              value={visit.notes}
              rows={4}
              maxLength={2_000}
              autoFocus={opened}
              onChange={({ target }) => onChange({ notes: target.value })}
            />
          </Field>
          <Field label="Next visit date" optional error={error}>
            <DateField value={visit.followUpOn} min={today} onChange={({ target }) => onChange({ followUpOn: target.value })} />
          </Field>
        </>
      )}
    </section>
  );
}

function Summary({ visit }: { visit: VisitInProgress }): ReactNode {
  const { timer, files } = visit;
  const lasted = Math.round(((timer.endedAt ?? 0) - (timer.startedAt ?? 0)) / 60_000);
  const active = Math.round(activeSeconds(timer, timer.endedAt ?? 0) / 60);
  return (
    <dl className="kv">
      <div>
        <dt>Duration</dt>
        <dd className="num">
          {duration(lasted)}
          {active !== lasted && `, ${duration(active)} active`}
        </dd>
      </div>
      <div>
        <dt>Location</dt>
        <dd>{placeText(visit) ?? 'Without location'}</dd>
      </div>
      <div>
        <dt>Photos</dt>
        <dd className="num">{files.length === 0 ? 'None' : counted(files.length, 'photo')}</dd>
      </div>
    </dl>
  );
}
