import { ArrowRightLeft, CalendarPlus, Camera, SendHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import { newId, errorMessage } from '../lib/api.js';
import { useDraft } from '../lib/drafts.js';
import { enqueue } from '../lib/outbox.js';
import { IconButton } from '../ui/button.js';
import { Chip } from '../ui/choice.js';
import { Field, FieldError } from '../ui/field.js';
import { useToday } from '../ui/figures.js';
import { Composer } from '../ui/frame.js';
import { DateField, TextArea } from '../ui/input.js';
import { PhotoInput } from '../shared/photo-input.js';
import { PhotoStrip } from '../shared/photo-strip.js';
import { type ChosenFile, usePhotos } from '../shared/use-photos.js';

interface Draft {
  readonly note: string;
  readonly followUpOn: string;
  readonly files: readonly ChosenFile[];
}

/** The line at the bottom of a lead: what was said on site, with photos, and when to come back. */
export function LeadComposer({ lead, isSent, onStatus }: { lead: LeadDetail; isSent: boolean; onStatus: () => void }): ReactNode {
  const today = useToday();
  const handedOver = (useLocation().state as { note?: string } | null)?.note;
  const [note, setNote] = useState(handedOver ?? '');
  const [followUpOn, setFollowUpOn] = useState('');
  const [planning, setPlanning] = useState(false);
  const [error, setError] = useState<string>();
  const photos = usePhotos();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  // a second press may come before the first is drawn
  const sending = useRef(false);
  // what was not sent is tried again under the same id, so that it can never be there twice
  const noteId = useRef(newId());
  const { draft, keep, drop, handOver, takeBack } = useDraft<Draft>(`note-${lead.leadId}`);
  const { files } = photos;

  const recalled = useRef(false);
  useEffect(() => {
    if (!draft || recalled.current) return;
    recalled.current = true;
    setNote((typed) => typed || draft.note);
    setFollowUpOn(draft.followUpOn);
    setPlanning(draft.followUpOn !== '');
    photos.become(draft.files);
  }, [draft, photos]);
  useEffect(() => {
    if (note !== '' || files.length > 0) keep({ note, followUpOn, files });
    // what was typed and taken away again does not come back
    else if (recalled.current || draft === null) drop();
  }, [note, followUpOn, files, keep, drop, draft]);

  const send = async (): Promise<void> => {
    if (note.trim() === '' || sending.current) return;
    if (followUpOn !== '' && followUpOn < today) return setError('The next visit date cannot be before today.');
    setError(undefined);
    const ids = files.map(({ fileId }) => fileId);
    const data = {
      leadId: lead.leadId,
      noteId: noteId.current,
      note: note.trim(),
      photoFileIds: ids.length > 0 ? ids : undefined,
      followUpOn: followUpOn || undefined,
    };
    const failed = (words: string, code?: string): void => {
      takeBack({ note, followUpOn, files });
      setError(words);
      // another one stands under its id: whoever has looked may add this one too
      if (code === 'note-exists') noteId.current = newId();
    };
    sending.current = true;
    setBusy(true);
    try {
      const options = { recordId: lead.leadId, title: `Note on ${lead.name}`, files, draftKey: handOver(), id: newId() };
      const { settled, kept } = await enqueue('AddNote', data, options);
      const outcome = kept ? undefined : await settled;
      // what the device keeps shows on the timeline with the reason; this is only here
      if (outcome?.state === 'refused') return failed(outcome.problem.detail, outcome.problem.code);
    } catch (problem) {
      return failed(errorMessage(problem, 'Failed to add activity'));
    } finally {
      sending.current = false;
      setBusy(false);
    }
    noteId.current = newId();
    drop();
    setNote('');
    setFollowUpOn('');
    setPlanning(false);
    photos.become([]);
  };

  return (
    <Composer
      label="Add to this lead"
      onSubmit={() => void send()}
      actions={
        <>
          {isSent && (
            <Chip icon={ArrowRightLeft} onClick={onStatus}>
              Change status
            </Chip>
          )}
          <Chip icon={Camera} onClick={() => input.current?.click()}>
            Photo
          </Chip>
          <Chip icon={CalendarPlus} aria-expanded={planning} onClick={() => setPlanning(!planning)}>
            Next date
          </Chip>
          <PhotoInput ref={input} multiple aria-label="Attach photos" onFiles={photos.add} />
        </>
      }
    >
      <div className="grow">
        {(planning || files.length > 0 || error || photos.error) && (
          <div className="composer-extra">
            <PhotoStrip files={files} onRemove={photos.remove} />
            {planning && (
              <Field label="Next follow-up date" optional>
                <DateField value={followUpOn} min={today} onChange={(event) => setFollowUpOn(event.target.value)} />
              </Field>
            )}
            {(error ?? photos.error) && <FieldError>{error ?? photos.error}</FieldError>}
          </div>
        )}
        <div className="row items-end">
          <TextArea
            aria-label="Note"
            placeholder="Write a note"
            rows={1}
            maxLength={2_000}
            value={note}
            readOnly={busy}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
            }}
          />
          <IconButton
            kind="primary"
            type="submit"
            className="send"
            label="Send note"
            icon={SendHorizontal}
            aria-busy={busy || undefined}
            disabled={note.trim() === ''}
          />
        </div>
      </div>
    </Composer>
  );
}
