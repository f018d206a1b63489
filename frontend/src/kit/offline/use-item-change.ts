import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorMessage } from '../../lib/server/api.js';
import { useSingleRun } from '../commands/use-command.js';

/**
 * Change of an unsent command on the device, with the text of a failure.
 * @param failureText text of a failure, to which the reason is added
 * @param options `open`: whether the dialog is open; opening clears the last failure
 */
export function useItemChange(
  failureText: string,
  { open = true }: { readonly open?: boolean } = {},
) {
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (change: () => Promise<void>) => change(),
  });
  useEffect(() => {
    if (open) reset();
  }, [open, reset]);
  const runOnce = useSingleRun((change: () => Promise<void>) =>
    mutateAsync(change).catch(() => undefined),
  );
  return {
    run: (change: () => Promise<void>): void => void runOnce(change),
    /** Set until the change, which closes the dialog, is stored. */
    busy: isPending,
    message: error ? errorMessage(error, failureText) : undefined,
  };
}
