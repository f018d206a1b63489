import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { errorMessage } from '../../lib/server/api.js';
import { useOnePress } from '../commands/use-command.js';
import { titleOf } from './queued-commands.js';

/** Change of a refused command from its dialog, with the text of a failure. */
export function useItemChange(item: OutboxItem) {
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (change: () => Promise<void>) => change(),
  });
  const runOnce = useOnePress((change: () => Promise<void>) =>
    mutateAsync(change).catch(() => undefined),
  );
  return {
    run: (change: () => Promise<void>): void => void runOnce(change),
    /** Set until the change, which closes the dialog, is stored. */
    busy: isPending,
    message: error ? errorMessage(error, t`${titleOf(item)} was not sent`) : undefined,
  };
}
