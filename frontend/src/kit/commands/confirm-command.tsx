import type { ReactNode } from 'react';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { ConfirmDialog, type ConfirmProps } from '../../ui/overlays/dialog.js';
import { type CommandOptions, useCommand } from './use-command.js';

interface ConfirmCommandProps<Name extends CommandName>
  extends
    Omit<ConfirmProps, 'onConfirm' | 'busy' | 'error'>,
    Pick<CommandOptions, 'queued' | 'failed' | 'done' | 'onDone'> {
  command: Name;
  data: CommandInput<Name>;
}

/** Confirms a command that cannot be undone. Closes when it is sent, unless `onDone` is given. */
export function ConfirmCommand<Name extends CommandName>({
  command,
  data,
  queued,
  failed,
  done,
  onDone,
  disabled: isIncomplete = false,
  ...dialog
}: ConfirmCommandProps<Name>): ReactNode {
  const { open, onClose } = dialog;
  const { send, busy, disabled, message } = useCommand(command, {
    queued,
    failed,
    done,
    open,
    onDone: onDone ?? onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      busy={busy}
      disabled={disabled || isIncomplete}
      error={open ? message : undefined}
      onConfirm={() => send(data)}
    />
  );
}
