import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorMessage } from '../../lib/server/api.js';
import { useSingleRun } from '../commands/use-command.js';

/**
 * Change of an unsent command on the device, with the text of a failure.
 * @param failed text of a failure, to which the reason is added
 * @param open whether the dialog is open; opening clears the last failure
 */
export function useItemChange(failed: string, open = true) {
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
    message: error ? errorMessage(error, failed) : undefined,
  };
}
