import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.js';
import { type DialogState, LazyMount } from '../loading/lazy-mount.js';

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Renders the dialog, which may be `lazy`. */
  dialog: (state: DialogState) => ReactNode;
}

/** A button with the dialog that it opens. */
export function DialogButton({ dialog, ...button }: DialogButtonProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      <LazyMount when={open}>{dialog({ open, onClose: () => setOpen(false) })}</LazyMount>
    </>
  );
}
