import { Dialog as Base } from '@base-ui/react/dialog';
import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useId, type FormEvent, type ReactNode, type RefObject } from 'react';
import { Button, IconButton } from './button.js';
import { classes } from './classes.js';
import { FieldError } from './field.js';
import { useFocusFirstError } from './focus-first-error.js';
import { useBackCloses } from './overlay-history.js';

interface DialogProps {
  open: boolean;
  /** Asked for by Esc, a press beside it, or its own buttons. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons: the main one first. Below each other on the phone. */
  foot?: ReactNode;
  /** Its buttons stand below each other with room too: where they say whole sentences. */
  stacked?: boolean;
  /** `tall`: a full-height sheet on the phone, for lists that are searched. */
  size?: 'wide' | 'tall';
  /** False while something runs that must not be lost: only its buttons close it. */
  dismissible?: boolean;
  /** Shows a cross; a dialog whose foot has a way out needs none. */
  closeButton?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** `alertdialog` for what cannot be undone. */
  role?: 'dialog' | 'alertdialog';
}

/** A sheet that rises on the phone, a dialog from 768 px; focus stays in it and returns to what opened it. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  foot,
  stacked = false,
  size,
  dismissible = true,
  closeButton = false,
  initialFocus,
  role = 'dialog',
}: DialogProps): ReactNode {
  const dismiss = (): void => {
    if (dismissible) onClose();
  };
  useBackCloses(open, dismiss);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) dismiss();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup className={classes('dialog', size && `is-${size}`)} initialFocus={initialFocus} role={role}>
          <div className="flex items-start gap-2">
            <div className="grow min-w-0">
              <Base.Title className="t2 line-clamp-3 wrap-anywhere">{title}</Base.Title>
              {description && <Base.Description className="text-ink-2 mt-1.5">{description}</Base.Description>}
            </div>
            {closeButton && <IconButton label={t`Close`} icon={X} onClick={dismiss} disabled={!dismissible} className="-my-2 -mr-2" />}
          </div>
          {children}
          {foot && <DialogFoot stacked={stacked}>{foot}</DialogFoot>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The main button first: on top on the phone, at the right with room. */
const DialogFoot = ({ stacked = false, children }: { stacked?: boolean; children: ReactNode }): ReactNode => (
  <div className={classes('foot', !stacked && 'side-by-side')}>{children}</div>
);

export interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  /** Names what goes: "Delete Rajesh Deshmukh?" */
  title: string;
  text: ReactNode;
  /** Says what happens: "Delete Lead". */
  confirm: string;
  /** Says what stays: "Keep lead". */
  keep: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Why it did not happen. The dialog stays. */
  error?: string;
  /** While it cannot be done. */
  disabled?: boolean;
  /** What has to be chosen before. */
  children?: ReactNode;
}

/** Only for what cannot be undone; for the rest a toast has Undo. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  text,
  confirm,
  keep,
  onConfirm,
  busy = false,
  error,
  disabled,
  children,
}: ConfirmProps): ReactNode {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={text}
      role="alertdialog"
      dismissible={!busy}
      foot={
        <>
          <Button kind="danger" busy={busy} disabled={disabled} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button onClick={onClose} disabled={busy}>
            {keep}
          </Button>
        </>
      }
    >
      {children}
      {error && <FieldError>{error}</FieldError>}
    </Dialog>
  );
}

/** What comes from the side on the phone: the rest of the navigation. */
export function Drawer({ open, onClose, label, children }: { open: boolean; onClose: () => void; label: string; children: ReactNode }): ReactNode {
  const id = useId();
  useBackCloses(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup className="drawer" aria-labelledby={id}>
          <Base.Title className="sr-only" id={id}>
            {label}
          </Base.Title>
          {children}
          <Base.Close className="sr-only">{t`Close`}</Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ActDialogProps extends Omit<DialogProps, 'foot' | 'dismissible' | 'children'> {
  /** What its main button does, in its words. */
  act: string;
  onAct: () => void;
  /** The way out that changes nothing. */
  keep?: string;
  busy: boolean;
  /** While something is missing that is plain to see. */
  disabled?: boolean;
  children?: ReactNode;
}

/** A short form that does one thing, by its button or by Enter. While that runs, nothing closes it. */
export function ActDialog({ act, onAct, keep = t`Cancel`, busy, disabled = false, children, ...dialog }: ActDialogProps): ReactNode {
  const { form, sent } = useFocusFirstError(busy);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // a dialog that opens out of this one is drawn elsewhere, and not what is sent
    event.stopPropagation();
    if (busy || disabled) return;
    sent();
    onAct();
  };
  return (
    <Dialog {...dialog} dismissible={!busy}>
      <form ref={form} className="dialog-form" noValidate onSubmit={submit}>
        {children}
        <DialogFoot>
          <Button kind="primary" size="lg" type="submit" busy={busy} disabled={disabled}>
            {act}
          </Button>
          <Button size="lg" disabled={busy} onClick={dialog.onClose}>
            {keep}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
