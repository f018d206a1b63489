import { Camera, Pencil } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { PhotoInput } from '../shared/photo-input.js';
import { PhotoStrip } from '../shared/photo-strip.js';
import type { usePhotos } from '../shared/use-photos.js';
import { Button } from '../ui/button.js';
import { Field, FieldError } from '../ui/field.js';
import { DateField, TextArea } from '../ui/input.js';
import type { VisitInProgress } from './visit-in-progress.js';

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
export function VisitDetails({ visit, photos, today, error, onChange, open }: DetailsProps): ReactNode {
  const [opened, setOpened] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
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
      <PhotoInput ref={camera} multiple data-testid="camera" onFiles={photos.add} />
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
