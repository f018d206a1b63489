import { t } from '@lingui/core/macro';
import {
  ArrowRightLeft,
  CalendarPlus,
  Camera,
  ChevronDown,
  ChevronUp,
  MapPinPlus,
  Plus,
  SendHorizontal,
  X,
} from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { isDay } from '#domain/kernel/values/days.js';
import { type ActivityType, activityTypes } from '#domain/leads/lead.values.js';
import type { FollowUp } from '#domain/leads/lead.views.js';
import { type FromFollowUp, fromFollowUp } from '../../follow-ups/complete-follow-up.js';
import { useOpenFollowUps } from '../../follow-ups/open-follow-ups.js';
import { useNavigate } from '../../lib/navigate.js';
import { enqueue } from '../../lib/outbox/outbox.js';
import { problemOf } from '../../lib/server/problem.js';
import { NextDayField } from '../../kit/forms/next-day-field.js';
import type { KnownLead } from '../../kit/leads/known-leads.js';
import { UnreadDraft } from '../../kit/forms/unread-draft.js';
import { useCommandForm } from '../../kit/forms/use-command-form.js';
import { useIsPhone } from '../../browser/media.js';
import { Button, ButtonLink, IconButton } from '../../ui/buttons/button.js';
import { Chip, ChipGroup, ChipLink } from '../../ui/inputs/choice.js';
import { classes } from '../../ui/classes.js';
import { dayHeading } from '../../ui/display/format.js';
import { FieldError } from '../../ui/inputs/field.js';
import { TextArea } from '../../ui/inputs/input.js';
import { ValidatedForm } from '../../ui/inputs/validated-form.js';
import { PhotoInput } from '../../kit/capture/photo-input.js';
import { PhotoStrip } from '../../kit/capture/photo-strip.js';
import {
  type ChosenFile,
  fileIdsOf,
  undefinedIfEmpty,
  usePhotos,
} from '../../kit/capture/use-photos.js';
import { choicesOf } from '../../words/i18n.js';
import { type MainStep, useMainStep } from '../main-step.js';
import { NextActionButton } from './next-action-button.js';

/** Note made from a new lead whose phone number belongs to this lead already. */
export interface NewNote {
  readonly note: string;
  readonly followUpOn: string;
  readonly files: readonly ChosenFile[];
}

const barClass = classes(
  'composer sticky bottom-[var(--ft-below,0px)] z-(--ft-z-sticky) @max-[15rem]:static bg-surface px-gutter pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] shadow-bar typing:py-1.5',
  'md:mx-auto md:w-full md:max-w-[calc(var(--container-measure)+2*var(--spacing-gutter))] md:bg-canvas md:pt-0 md:pb-5 md:shadow-none',
);
/**
 * Secondary actions in one line below the text. A narrow phone shows no icons, and a phone in
 * landscape only icons, beside the text. While a note is typed, all are hidden. On a wide screen
 * the main action is among them, coloured.
 */
const actionsClass = classes(
  'flex gap-0.5 overflow-x-auto [scrollbar-width:none] typing:hidden flat:order-first flat:mx-0! flat:flex-none max-md:-mx-1 max-md:gap-3',
  'max-[21rem]:[&_.chip>.i:first-child]:hidden flat:[&_.chip>.i:first-child]:block max-md:[&_.chip>.i:last-child:not(:first-child)]:hidden',
  '[&_.chip]:min-h-11 [&_.chip]:flex-none [&_.chip]:gap-1 [&_.chip]:px-1 [&_.chip]:text-meta md:[&_.chip]:text-[0.875rem]',
  'flat:[&_.chip]:w-11 flat:[&_.chip]:justify-center flat:[&_.chip]:gap-0 flat:[&_.chip]:text-[0px] md:[&_.chip]:min-h-8 md:[&_.chip]:px-2.5',
  '[&_.chip:not(.is-main)]:bg-transparent [&_.chip:not(.is-main)]:shadow-none [&_.chip:not(.is-main,:hover)]:text-ink-2',
  '[&_.chip:not(.is-main):hover]:bg-hover',
);
/**
 * Main action and a second one on a phone, in reach of the thumb. With larger text each has a
 * line of its own. Wide screens have the main one on top.
 */
const phoneActionsClass =
  'mb-2 flex flex-wrap gap-2 empty:hidden typing:hidden flat:hidden md:hidden';
/** while a note is typed, a phone shows only the action that belongs to the note */
const typingActionsClass = 'max-md:[&_.chip]:px-2 max-md:[&_.chip:not([aria-expanded])]:hidden';
/** the text field grows with its text; the line around it has the border of a phone */
const textLineClass = classes(
  'max-md:rounded-[1rem] max-md:border max-md:border-line-strong max-md:bg-surface',
  'max-md:focus-within:border-transparent max-md:focus-within:outline-2 max-md:focus-within:-outline-offset-1 max-md:focus-within:outline-focus',
  'flex items-end gap-2 flat:min-w-0 flat:flex-1 [&_.btn-icon]:flex-none max-md:[&_.btn-icon]:rounded-full',
  '[&_textarea]:field-sizing-content [&_textarea]:max-h-36 [&_textarea]:min-h-11 [&_textarea]:w-0 [&_textarea]:min-w-[min(100%,7rem)] [&_textarea]:flex-1 [&_textarea]:resize-none',
  '[&_textarea]:border-0 [&_textarea]:bg-transparent [&_textarea]:px-3 [&_textarea]:py-2.5 [&_textarea]:shadow-none [&_textarea]:outline-none md:[&_textarea]:px-2.5 md:[&_textarea]:py-2',
);
/**
 * Field, camera, photos and Send. A phone has room for them beside an empty field only, and with
 * large text below it.
 */
const noteRowClass = classes(
  'row wrap items-end justify-end gap-0.5 max-md:py-0.5 max-md:pr-0.5 md:gap-2',
  '@max-[15rem]:[&_textarea]:order-first @max-[15rem]:[&_textarea]:basis-full',
);
const writingRowClass = classes(
  'max-md:pr-1.5 max-md:pb-1.5 typing:[&_textarea]:py-1.5 max-md:[&_textarea]:-mr-2 max-md:[&_textarea]:basis-[calc(100%+0.5rem)]',
  'max-md:[&_[type=submit]]:ml-auto flat:[&_textarea]:mr-0 flat:[&_textarea]:basis-0',
);
/** one line on a phone in landscape, to leave room for the timeline */
const boxClass = classes(
  'flex flex-col flat:flex-row flat:items-end flat:gap-1.5 md:rounded-card md:bg-surface md:p-1.5 md:shadow-float',
  'md:focus-within:outline-2 md:focus-within:outline-offset-1 md:focus-within:outline-focus',
);

/**
 * Row of chips below the text, lower than the area that reacts to a finger; scrolled sideways
 * only beside an open keyboard, which leaves no room for the label.
 */
const typesClass = classes(
  'basis-full px-3 max-md:mb-1 md:order-last md:px-2.5 [&_legend]:mb-1 [&_legend]:text-meta [&_legend]:text-ink-2 max-md:[&_legend]:sr-only [&>div]:-mx-0.5 [&>div]:-my-1.5 [&>div]:gap-1 [&>div]:px-0.5 [&>div]:py-1.5 typing:[&>div]:flex-nowrap typing:[&>div]:overflow-x-auto typing:[&>div]:[scrollbar-width:none]',
  '[&_.chip]:min-h-8 [&_.chip]:flex-none [&_.chip]:px-1.75 [&_.chip]:text-meta max-md:[&_.chip]:after:-inset-y-1.5 md:[&_.chip]:px-2.5',
);
/** a phone in landscape has here the actions that an upright one has as buttons above */
const actionClassOf = (isAbove: boolean): string => (isAbove ? 'hidden flat:contents' : 'contents');
const mainClass = 'flex-[4_1_9rem] py-1.5 whitespace-normal';
const defaultActivity: ActivityType = 'Call';
const noFollowUps: readonly FollowUp[] = [];

/**
 * Keeps the focus in the note while a button is pressed: without it the hidden actions return and
 * move the button away from the mouse, and a phone closes its keyboard.
 */
function keepNoteFocused(event: MouseEvent<HTMLFormElement>): void {
  const isTyping = document.activeElement instanceof HTMLTextAreaElement;
  if (isTyping && event.target instanceof Element && event.target.closest('button, .chip'))
    event.preventDefault();
}

/** Form of a note on the lead's timeline, with photos and next visit. */
function useNoteForm({ leadId, name }: KnownLead, onDone: () => void) {
  return useCommandForm('AddNote', {
    draft: `note-${leadId}`,
    newIdField: 'noteId',
    values: {
      activity: defaultActivity,
      note: '',
      followUpOn: '',
      files: [] as readonly ChosenFile[],
    },
    untypedFields: ({ files }) => ({ leadId, photoFileIds: undefinedIfEmpty(fileIdsOf(files)) }),
    send: async (data, press) => {
      const { isStored, settled } = await enqueue('AddNote', data, {
        recordId: leadId,
        recordName: name,
        ...press,
      });
      // a stored note shows its refusal on the timeline; others only here
      const outcome = isStored ? undefined : await settled;
      if (outcome?.state === 'refused') throw problemOf(outcome.problem);
      return undefined;
    },
    failed: t`Failed to add activity`,
    onDone,
  });
}

interface PhoneActionsProps {
  lead: KnownLead;
  /** Kind of the main action, which has a coloured button. */
  main: MainStep['kind'] | undefined;
  second: 'visit' | 'status' | undefined;
  /** Address of the form of a visit, with the follow-up that the visit completes. */
  visitLink: { to: string; state: FromFollowUp | undefined };
  onStatus: () => void;
  onConvert: () => void;
  onQuote: () => void;
}

/** Main action and a second one as buttons above the note of an upright phone. */
function PhoneActions({
  lead,
  main,
  second,
  visitLink,
  onStatus,
  onConvert,
  onQuote,
}: PhoneActionsProps): ReactNode {
  return (
    <div className={phoneActionsClass}>
      {main === 'visit' && (
        <ButtonLink {...visitLink} kind="primary" icon={MapPinPlus} className={mainClass}>
          {t`Add visit`}
        </ButtonLink>
      )}
      {main === 'status' && lead.status && (
        <Button kind="primary" icon={ArrowRightLeft} onClick={onStatus} className={mainClass}>
          {t`Change status`}
        </Button>
      )}
      <NextActionButton lead={lead} onConvert={onConvert} onQuote={onQuote} className={mainClass} />
      {second === 'visit' && (
        <ButtonLink {...visitLink} className="flex-auto">
          {t`Add visit`}
        </ButtonLink>
      )}
      {second === 'status' && lead.status && (
        <Button onClick={onStatus} className="flex-auto">
          {t`Change status`}
        </Button>
      )}
    </div>
  );
}

/** Composer below a lead's timeline: visit, status, and a note with photos and next visit. */
export function LeadComposer({
  lead,
  isSent,
  onStatus,
  onConvert,
  onQuote,
}: {
  lead: KnownLead;
  /** Whether the server has the lead. */
  isSent: boolean;
  onStatus: () => void;
  onConvert: () => void;
  onQuote: () => void;
}): ReactNode {
  const mainStep = useMainStep(lead)?.kind;
  const isPhone = useIsPhone();
  const newNote = useLocation().state as Partial<NewNote> | null;
  const navigate = useNavigate();
  const [isPlanning, setPlanning] = useState(false);
  const [areActionsExpanded, setActionsExpanded] = useState(false);
  const otherActionsId = useId();
  const photoInput = useRef<HTMLInputElement>(null);
  const otherActions = useRef<HTMLDivElement>(null);
  const othersButton = useRef<HTMLButtonElement>(null);
  const planField = useRef<HTMLDivElement>(null);
  const planChip = useRef<HTMLButtonElement>(null);
  const form = useNoteForm(lead, () => setPlanning(false));
  // the earliest follow-up, which a visit completes
  const dueFollowUp = useOpenFollowUps(lead.followUps ?? noFollowUps).find(
    ({ dueOn }) => dueOn <= form.today,
  );
  const visitLink = {
    to: `/visits/new?leadId=${lead.leadId}`,
    state: dueFollowUp && fromFollowUp(dueFollowUp),
  };
  const { note, followUpOn, files } = form.watchAll();
  const photos = usePhotos(files, (change) => form.set('files', change(form.get('files'))), {
    form,
  });
  const fillInNewNote = useEffectEvent(() => {
    if (!newNote || !form.isRead) return;
    if (newNote.note) form.set('note', [note, newNote.note].filter(Boolean).join('\n'));
    if (newNote.followUpOn && followUpOn === '') form.set('followUpOn', newNote.followUpOn);
    if (newNote.files?.length) form.set('files', [...files, ...newNote.files]);
    // clears the router state, so that a reload does not repeat this
    void navigate('.', { replace: true, state: null });
  });
  useEffect(() => fillInNewNote(), [newNote, form.isRead]);
  const error = form.error('note') ?? form.error('files') ?? form.message ?? photos.error;
  const dayError = form.error('followUpOn');
  // a field with an error stays open until it is corrected
  if (dayError && !isPlanning) setPlanning(true);
  const isBlank = note.trim() === '';
  const isWriting = isPlanning || followUpOn !== '' || files.length > 0 || !isBlank;
  /** Actions that an upright phone shows as buttons, and so not among the others. */
  const mainButtonOnPhone = isPhone && isSent && !isWriting ? mainStep : undefined;
  const secondButtonOnPhone =
    mainButtonOnPhone && (mainButtonOnPhone === 'visit' ? 'status' : 'visit');
  // beside these buttons, a phone shows the other actions on request
  const canCollapseActions = isSent && mainStep !== undefined && !isWriting;
  const areActionsCollapsed = canCollapseActions && !areActionsExpanded;
  const sendNote = (): void => {
    if (!isBlank) void form.submit();
  };
  /** Escape collapses the part that was expanded last. Focus inside it returns to its button. */
  const collapseByEscape = (event: KeyboardEvent<HTMLFormElement>): void => {
    const { key, target, currentTarget } = event;
    // React also sends keys of a calendar, which is outside of the form's element
    const isInside = target instanceof Node && currentTarget.contains(target);
    if (key !== 'Escape' || event.defaultPrevented || !isInside) return;
    if (isPlanning) {
      setPlanning(false);
      if (planField.current?.contains(target)) planChip.current?.focus();
    } else if (canCollapseActions && areActionsExpanded) {
      setActionsExpanded(false);
      if (otherActions.current?.contains(target)) othersButton.current?.focus();
    } else return;
    event.preventDefault();
  };

  return (
    <ValidatedForm
      className={barClass}
      aria-label={t`Add to this lead`}
      busy={false}
      onSend={sendNote}
      onMouseDown={keepNoteFocused}
      onKeyDown={collapseByEscape}
    >
      {isSent && !isWriting && (
        <PhoneActions
          lead={lead}
          main={mainButtonOnPhone}
          second={secondButtonOnPhone}
          visitLink={visitLink}
          onStatus={onStatus}
          onConvert={onConvert}
          onQuote={onQuote}
        />
      )}
      <div className={boxClass}>
        <div className={textLineClass}>
          <div className="grow">
            {(isWriting || error || form.unread) && (
              <div className="stack px-3 *:mt-2 md:px-2.5 md:*:mb-1">
                <UnreadDraft form={form} />
                {isBlank && (files.length > 0 || followUpOn !== '') && (
                  <p className="meta" role="status">
                    {t`Write a note to send with it`}
                  </p>
                )}
                {/* mounted while hidden, so that an error can show the field with its value */}
                <div
                  ref={planField}
                  hidden={!isPlanning}
                  className={classes(
                    // the chip below names the chosen day
                    'max-md:order-first [&_label]:sr-only [&_p.num]:hidden',
                    !dayError && 'typing:hidden',
                  )}
                >
                  <NextDayField form={form} name="followUpOn" label={t`Next follow-up`} />
                </div>
                {isDay(followUpOn) && (
                  <p className="meta hidden typing:block">
                    {t`Next: ${dayHeading(followUpOn, form.today)}`}
                  </p>
                )}
                {error && <FieldError>{error}</FieldError>}
              </div>
            )}
            <div className={classes(noteRowClass, isWriting && writingRowClass)}>
              {canCollapseActions && (
                <IconButton
                  ref={othersButton}
                  className="-mr-2.5 typing:hidden flat:hidden md:hidden @max-[15rem]:mr-auto"
                  label={t`Other actions`}
                  icon={areActionsExpanded ? X : Plus}
                  aria-expanded={areActionsExpanded}
                  aria-controls={otherActionsId}
                  onClick={() => setActionsExpanded(!areActionsExpanded)}
                />
              )}
              <TextArea
                aria-label={t`Note`}
                placeholder={t`Write a note`}
                rows={1}
                readOnly={form.busy}
                {...form.field('note')}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sendNote();
                }}
              />
              {!isBlank && (
                <ChipGroup
                  className={typesClass}
                  label={t`Note about`}
                  options={choicesOf(activityTypes)}
                  {...form.field('activity')}
                />
              )}
              <IconButton
                label={t`Add photo`}
                icon={Camera}
                onClick={() => photoInput.current?.click()}
              />
              {files.length > 0 && (
                <div className="max-w-[calc(100%-6.5rem)] flat:max-w-32 md:max-w-48 [&_li]:size-12">
                  <PhotoStrip
                    files={files}
                    onRemove={photos.remove}
                    waiting={photos.failedUploads}
                  />
                </div>
              )}
              <IconButton
                kind="primary"
                type="submit"
                label={t`Send note`}
                icon={SendHorizontal}
                aria-busy={form.busy || undefined}
                disabled={isBlank}
              />
            </div>
          </div>
        </div>
        <div
          ref={otherActions}
          id={otherActionsId}
          className={classes(
            actionsClass,
            isWriting && typingActionsClass,
            areActionsCollapsed && 'max-md:hidden flat:flex',
          )}
        >
          <span
            className={actionClassOf(
              mainButtonOnPhone === 'visit' || secondButtonOnPhone === 'visit',
            )}
          >
            <ChipLink {...visitLink} icon={MapPinPlus} main={mainStep === 'visit'}>
              {t`Add visit`}
            </ChipLink>
          </span>
          {isSent && lead.status && (
            <span
              className={actionClassOf(
                mainButtonOnPhone === 'status' || secondButtonOnPhone === 'status',
              )}
            >
              <Chip icon={ArrowRightLeft} onClick={onStatus} main={mainStep === 'status'}>
                {t`Change status`}
              </Chip>
            </span>
          )}
          <Chip
            ref={planChip}
            icon={CalendarPlus}
            aria-expanded={isPlanning}
            endIcon={isPlanning ? ChevronUp : ChevronDown}
            onClick={() => {
              setPlanning(!isPlanning);
              // keeps this chip, which has the focus
              setActionsExpanded(true);
            }}
          >
            {isDay(followUpOn) ? t`Next: ${dayHeading(followUpOn, form.today)}` : t`Next follow-up`}
          </Chip>
          <PhotoInput
            ref={photoInput}
            multiple
            aria-label={t`Attach photos`}
            onFiles={photos.add}
          />
        </div>
      </div>
    </ValidatedForm>
  );
}
