import { Dialog as Base } from '@base-ui/react/dialog';
import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Button, IconButton } from '../buttons/button.js';
import { classes } from '../classes.js';
import type { IconType } from '../display/icon.js';
import { FieldError } from '../inputs/field.js';
import { useCloseOnBack } from './overlay-history.js';
import { ValidatedForm } from '../inputs/validated-form.js';
import { toast } from '../feedback/toast.js';

interface DialogProps {
  open: boolean;
  /** Called by Esc, a press outside, or a button. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one first. Stacked on a phone. */
  footer?: ReactNode;
  /** Stacks the buttons on wide screens too, for long labels. */
  stacked?: boolean;
  /** Puts the two buttons beside each other on a phone: the main one right, and twice as wide. */
  beside?: boolean;
  wide?: boolean;
  /** Covers a phone's whole screen, for a document. */
  full?: boolean;
  /** Shows a close button, for a dialog without a cancel button. */
  closeButton?: boolean;
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus'];
  /** `alertdialog` for an irreversible action. */
  role?: 'dialog' | 'alertdialog';
}

const scrimClass = classes(
  'fixed inset-0 z-(--ft-z-scrim) bg-scrim transition-opacity duration-(--ft-slow) ease-out data-ending-style:duration-(--ft-base)',
  'data-starting-style:opacity-0 data-ending-style:opacity-0',
);
const reducedMotionClass =
  'motion-reduce:data-starting-style:opacity-0 motion-reduce:data-ending-style:opacity-0';
/** lets the second press of a double click pass through a closing dialog */
const closingClass = 'data-closed:pointer-events-none';
/** Time after opening in which outside presses are ignored: the dialog may open under a finger. */
const OPENING_MS = 350;
/** Lasts as long as `OPENING_MS`. */
const openingClass = 'animate-[ft-settle_350ms]';
const sheetClass = classes(
  'dialog fixed inset-x-0 bottom-0 z-(--ft-z-dialog) flex max-h-[92dvh] flex-col gap-4 overflow-auto overscroll-contain rounded-t-sheet bg-raised max-md:scroll-pb-36',
  'px-5 pt-2 pb-[calc(1.25rem+env(safe-area-inset-bottom))] shadow-modal focus-visible:outline-none',
  'transition-[translate,scale,opacity] duration-(--ft-slow) ease-out data-ending-style:duration-(--ft-base)',
  'before:h-1 before:w-9 before:flex-none before:self-center before:rounded-full before:bg-line-strong before:opacity-50 md:before:hidden',
  'md:inset-[50%_auto_auto_50%] md:-translate-1/2 md:rounded-[1rem] md:p-6',
  'motion-safe:max-md:data-starting-style:translate-y-full motion-safe:max-md:data-ending-style:translate-y-full',
  'motion-safe:md:data-starting-style:scale-98 motion-safe:md:data-ending-style:scale-98',
  'md:data-starting-style:opacity-0 md:data-ending-style:opacity-0',
  reducedMotionClass,
  closingClass,
  openingClass,
);
const fullClass = classes(
  'max-md:h-dvh max-md:max-h-dvh max-md:rounded-none max-md:pt-[calc(1rem+env(safe-area-inset-top))] max-md:before:hidden',
  'max-md:px-gutter max-md:[&>.foot]:-mx-gutter max-md:[&>.foot]:px-gutter max-md:[&>.foot]:pt-3 max-md:[&>.foot]:shadow-bar',
);
const drawerClass = classes(
  'drawer fixed inset-y-0 right-0 z-(--ft-z-sheet) flex w-[min(19rem,86vw)] flex-col gap-1 overflow-auto overscroll-contain bg-raised shadow-modal',
  'px-3 pt-[calc(0.75rem+env(safe-area-inset-top))] pb-[calc(0.75rem+env(safe-area-inset-bottom))] focus-visible:outline-none',
  'transition-[translate] duration-(--ft-slow) ease-out motion-safe:data-starting-style:translate-x-full',
  'motion-safe:data-ending-style:translate-x-full',
  reducedMotionClass,
  closingClass,
);

/**
 * Modal layer. Esc, Back and an outside press close it; focus stays inside and then returns to the
 * opener.
 */
function Overlay({
  open,
  onClose,
  ...popup
}: Pick<DialogProps, 'open' | 'onClose'> & ComponentProps<typeof Base.Popup>): ReactNode {
  useCloseOnBack(open, onClose);
  const openedAt = useRef(0);
  useEffect(() => {
    if (open) openedAt.current = performance.now();
  }, [open]);
  const handleOpenChange = (isOpen: boolean, { reason }: Base.Root.ChangeEventDetails): void => {
    const isPressWhileOpening =
      reason === 'outside-press' && performance.now() - openedAt.current < OPENING_MS;
    if (!isOpen && !isPressWhileOpening) onClose();
  };
  return (
    <Base.Root open={open} onOpenChange={handleOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={scrimClass} />
        <Base.Popup {...popup} />
      </Base.Portal>
    </Base.Root>
  );
}

/** Sheet on a phone, dialog from 768 px. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  stacked = false,
  beside = false,
  wide = false,
  full = false,
  closeButton = false,
  initialFocus,
  role = 'dialog',
}: DialogProps): ReactNode {
  return (
    <Overlay
      open={open}
      onClose={onClose}
      className={classes(
        sheetClass,
        wide ? 'md:w-[min(40rem,92vw)]' : 'md:w-[min(30rem,92vw)]',
        full && fullClass,
      )}
      initialFocus={initialFocus}
      role={role}
    >
      <div className="flex items-start gap-2">
        <div className="grow min-w-0">
          <Base.Title className="t2 line-clamp-3 wrap-anywhere">{title}</Base.Title>
          {description && (
            <Base.Description className="text-ink-2 mt-1.5">{description}</Base.Description>
          )}
        </div>
        {closeButton && (
          <IconButton
            label={t`Close`}
            icon={X}
            onClick={onClose}
            // on a phone's whole screen it is where the top bar has it
            className={classes(
              '-my-2 -mr-2',
              full && 'max-md:order-first max-md:mr-0 max-md:-ml-3',
            )}
          />
        )}
      </div>
      {children}
      {footer && (
        <DialogFooter stacked={stacked} beside={beside}>
          {footer}
        </DialogFooter>
      )}
    </Overlay>
  );
}

/** keeps the buttons above the keyboard of a phone while the fields scroll */
const stickyFootClass = classes(
  'max-md:sticky max-md:bottom-[calc(-1.25rem-env(safe-area-inset-bottom))] max-md:z-1 max-md:-mx-5 max-md:bg-raised max-md:px-5 max-md:pt-2',
  'max-md:-mb-[calc(1.25rem+env(safe-area-inset-bottom))] max-md:pb-[calc(1.25rem+env(safe-area-inset-bottom))]',
  'max-md:[@media(max-height:30rem)]:flex-row-reverse max-md:[@media(max-height:30rem)]:*:flex-1',
);

/** Buttons beside each other; with larger text they are below each other again. */
const besideClass =
  'max-md:flex-row-reverse max-md:flex-wrap max-md:*:flex-1 max-md:*:px-3 max-md:*:first:flex-[2_1_12rem]';

/** Buttons of a dialog, the main one first: on top on a phone, at the right on a wide screen. */
export const DialogFooter = ({
  stacked = false,
  beside = false,
  children,
}: Pick<DialogProps, 'stacked' | 'beside' | 'children'>): ReactNode => (
  <div
    className={classes(
      'foot flex flex-col gap-2',
      stickyFootClass,
      beside ? besideClass : 'max-md:*:py-1.5 max-md:*:whitespace-normal',
      !stacked && 'md:flex-row-reverse md:flex-wrap',
    )}
  >
    {children}
  </div>
);

export interface ConfirmProps extends Pick<DialogProps, 'open' | 'onClose' | 'children'> {
  /** Question that names the record: "Delete Rajesh Deshmukh?" */
  title: string;
  text: ReactNode;
  /** Label of the action: "Delete Lead". */
  confirmLabel: string;
  /** Label of cancelling: "Keep lead". */
  cancelLabel: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Error of the action. The dialog stays open. */
  error?: string;
  /** Disables the action. */
  disabled?: boolean;
}

/**
 * Confirmation of an irreversible action. A reversible one is done at once, with Undo in a toast.
 */
export function ConfirmDialog({
  text,
  confirmLabel,
  cancelLabel,
  onConfirm,
  busy = false,
  error,
  disabled,
  children,
  ...dialog
}: ConfirmProps): ReactNode {
  const isClosed = useRef(false);
  isClosed.current = !dialog.open;
  useEffect(() => {
    // the dialog was closed while the action ran: show its error as a toast
    if (error && isClosed.current) toast({ tone: 'bad', text: error });
  }, [error]);
  return (
    <Dialog
      {...dialog}
      description={text}
      role="alertdialog"
      footer={
        <>
          <Button kind="danger" busy={busy} disabled={disabled} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button onClick={dialog.onClose}>{cancelLabel}</Button>
        </>
      }
    >
      {children}
      {error && <FieldError>{error}</FieldError>}
    </Dialog>
  );
}

/** Side panel on a phone with the rest of the navigation. */
export function Drawer({
  open,
  onClose,
  label,
  children,
}: {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}): ReactNode {
  return (
    <Overlay open={open} onClose={onClose} className={drawerClass}>
      <Base.Title className="sr-only">{label}</Base.Title>
      {children}
      <Base.Close className="sr-only">{t`Close`}</Base.Close>
    </Overlay>
  );
}

export interface SubmitDialogProps extends Omit<DialogProps, 'footer'> {
  /** Label of the main button. */
  submitLabel: string;
  submitIcon?: IconType;
  onSubmit: () => void;
  /** Label of the cancel button. */
  cancelLabel?: string;
  /** Whether the cancel button has no frame, because skipping decides nothing. */
  isCancelQuiet?: boolean;
  busy: boolean;
  /** Disables the main button while something obvious is missing. */
  disabled?: boolean;
}

/** Dialog with a short form, submitted by its button or Enter. Can be closed while submitting. */
export function SubmitDialog({
  submitLabel,
  submitIcon,
  onSubmit,
  cancelLabel = t`Cancel`,
  isCancelQuiet = false,
  busy,
  disabled = false,
  children,
  ...dialog
}: SubmitDialogProps): ReactNode {
  return (
    <Dialog {...dialog}>
      <ValidatedForm className="contents" busy={busy || disabled} onSend={onSubmit}>
        {children}
        <DialogFooter>
          <Button
            kind="primary"
            size="lg"
            type="submit"
            {...(submitIcon && { icon: submitIcon })}
            busy={busy}
            disabled={disabled}
          >
            {submitLabel}
          </Button>
          <Button kind={isCancelQuiet ? 'ghost' : 'plain'} size="lg" onClick={dialog.onClose}>
            {cancelLabel}
          </Button>
        </DialogFooter>
      </ValidatedForm>
    </Dialog>
  );
}
