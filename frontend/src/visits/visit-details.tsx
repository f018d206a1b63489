import { plural, t } from '@lingui/core/macro';
import { Camera, Images, Pencil } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { hasTouch } from '../browser/media.js';
import { OutcomeFields, usePlannedFollowUps } from '../follow-ups/outcome-fields.js';
import { FormField } from '../kit/forms/command-dialog.js';
import { capturedPlaceText } from '../kit/leads/contact.js';
import { recordPhotos } from '../kit/capture/record-photos.js';
import { PhotoInput } from '../kit/capture/photo-input.js';
import { PhotoStrip } from '../kit/capture/photo-strip.js';
import type { CommandForm } from '../kit/forms/use-command-form.js';
import { visitOutcomes, visitOutcomeText } from '../kit/texts/outcome-names.js';
import { usePhotos } from '../kit/capture/use-photos.js';
import { Button } from '../ui/buttons/button.js';
import { Checkbox } from '../ui/inputs/choice.js';
import { FieldError } from '../ui/inputs/field.js';
import { dayText, durationText, durationBetween } from '../ui/display/format.js';
import { TextArea } from '../ui/inputs/input.js';
import { InlineList } from '../ui/layout/surface.js';
import { activeSeconds, type VisitValues } from './visit-in-progress.js';

/** Buttons that share a row and wrap. */
export const buttonRowClass = 'flex w-full flex-wrap gap-2 *:flex-auto';

/** Step 4: summary of the visit before it is saved. */
export function VisitSummary({
  visit: { files, photoFileIds, place, accuracyMetres, beside },
}: {
  visit: VisitValues;
}): ReactNode {
  const { startedAt = 0, endedAt = 0 } = beside.timer;
  const totalMinutes = Math.round((endedAt - startedAt) / 60_000);
  const photos = files.length + photoFileIds.length;
  const total = durationBetween(startedAt, endedAt);
  const activeMinutes = Math.round(activeSeconds(beside.timer, endedAt) / 60);
  return (
    <section className="card px-4 py-2" aria-labelledby="visited-lead">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="visited-lead" className="t3 wrap-anywhere">
          {beside.lead?.name}
        </h2>
        <p className="label num font-strong">{total}</p>
      </div>
      <p className="meta tabular-nums wrap-anywhere">
        <InlineList
          items={[
            activeMinutes !== totalMinutes && t`${durationText(activeMinutes)} active`,
            place ? capturedPlaceText(place, accuracyMetres) : t`Without location`,
            <span>
              {photos === 0 ? t`No photos` : plural(photos, { one: '# photo', other: '# photos' })}
            </span>,
          ]}
        />
      </p>
    </section>
  );
}

const addClass = 'gap-1 px-1 text-[0.875rem]';

/** Notes, photos and next visit. Usable while the timer runs. */
export function VisitDetails({
  form,
  isStep,
}: {
  form: CommandForm<VisitValues>;
  isStep: boolean;
}): ReactNode {
  const storedPhotos = recordPhotos(form);
  const photos = usePhotos(
    form.watch('files'),
    (change) => form.set('files', change(form.get('files'))),
    { storedCount: storedPhotos.fileIds.length, form },
  );
  const [isOpened, setOpened] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const { lead, followUp, leavesOpen = false } = form.watch('beside');
  const { later } = usePlannedFollowUps(lead?.leadId ?? '', form.today, followUp?.followUpId);
  const error = form.error('files') ?? photos.error;
  const showsFields =
    isStep ||
    isOpened ||
    form.watch('notes') !== '' ||
    form.watch('outcome') !== '' ||
    form.watch('followUpOn') !== '' ||
    photos.files.length > 0;
  const addActions = [
    { label: t`Add photo`, icon: Camera, onPress: () => camera.current?.click() },
    ...(hasTouch()
      ? [{ label: t`Gallery`, icon: Images, onPress: () => gallery.current?.click() }]
      : []),
  ];
  return (
    <section
      className="stack gap-3.5 [&_.field>label]:font-strong [&_legend]:font-strong"
      aria-label={t`Visit Details`}
    >
      {!isStep && (
        <div className="flex flex-wrap gap-2 *:flex-[1_1_6rem]">
          {addActions.map(({ label, icon, onPress }) => (
            <Button key={label} icon={icon} className={addClass} onClick={onPress}>
              {label}
            </Button>
          ))}
          {!showsFields && (
            <Button icon={Pencil} className={addClass} onClick={() => setOpened(true)}>
              {t`Add note`}
            </Button>
          )}
        </div>
      )}
      <PhotoInput
        ref={camera}
        capture="environment"
        multiple
        data-testid="camera"
        onFiles={photos.add}
      />
      <PhotoInput ref={gallery} multiple onFiles={photos.add} />
      <PhotoStrip
        stored={storedPhotos.fileIds}
        files={photos.files}
        onRemove={(fileId) =>
          storedPhotos.fileIds.includes(fileId)
            ? storedPhotos.remove(fileId)
            : photos.remove(fileId)
        }
        waiting={photos.failedUploads}
        addTiles={isStep ? addActions : []}
      />
      {error && <FieldError>{error}</FieldError>}
      {isStep && followUp && (
        <Checkbox
          label={t`Follow-up done`}
          hint={
            <span className="line-clamp-2 min-w-0 wrap-anywhere">
              {followUp.note ?? t`Due ${dayText(followUp.dueOn, form.today)}`}
            </span>
          }
          checked={!leavesOpen}
          onChecked={(completes) =>
            form.set('beside', { ...form.get('beside'), leavesOpen: !completes })
          }
        />
      )}
      {!showsFields && (
        <p className="meta text-center">{t`Keeps counting if you lock the phone or close the app.`}</p>
      )}
      {showsFields && (
        <OutcomeFields
          form={form}
          options={visitOutcomes.map((value) => ({ value, label: visitOutcomeText(value) }))}
          later={later}
          isOptional
          autoFocus={isOpened}
        >
          <FormField form={form} name="notes" as={TextArea} rows={2} />
        </OutcomeFields>
      )}
    </section>
  );
}
