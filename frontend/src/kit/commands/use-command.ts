import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { errorMessage } from '../../lib/server/api.js';
import { type Identity, identity } from '../../lib/account/identity.js';
import { attempt } from '../../lib/server/attempts.js';
import { useNetwork } from '../../lib/server/network.js';
import {
  enqueueAndWait,
  type Delivered,
  type FileToSend,
  type QueueOptions,
  sendOnline,
  sendOrQueue,
} from '../../lib/outbox/outbox.js';
import { toast } from '../../ui/feedback/toast.js';
import { translated } from '../../words/i18n.js';
import { waitingText } from '../texts/labels.js';
import { toastWithUndo } from './undo.js';
import { useIsMounted } from './use-is-mounted.js';

/** Queueing of a command without a network: the record under which it is listed. */
export interface Queued extends Pick<QueueOptions, 'recordId' | 'recordName' | 'creates'> {
  /** Stores the command before sending, for data captured on site. */
  readonly storesFirst?: boolean;
}

/** Options of one button press. */
export interface CommandAttempt {
  /** Command id. */
  readonly id: string;
  readonly revision?: number;
  /** Values of the edited fields in that revision. */
  readonly seen?: Readonly<Record<string, unknown>>;
  readonly files?: readonly FileToSend[];
  readonly draftKey?: string;
  readonly restoreDraft?: () => Promise<boolean>;
  readonly leaveAt?: number;
  /** Account and organization at the press; default is the signed-in account. */
  readonly author?: Identity;
}

/**
 * Sends a command with its files, or queues it if `queued` allows.
 * @throws Problem, Offline, StorageFull
 */
export function sendOrQueueCommand<Name extends CommandName>(
  name: Name,
  data: CommandInput<Name>,
  press: CommandAttempt,
  queued?: Queued,
): Promise<Delivered> {
  if (!queued) {
    const { author: { accountId: account, organizationId: organization } = identity() } = press;
    return sendOnline(name, data, { ...press, account, organization });
  }
  const { storesFirst, ...listed } = queued;
  return storesFirst
    ? enqueueAndWait(name, data, { ...listed, ...press })
    : sendOrQueue(name, data, { ...listed, ...press });
}

const deliveredText = ({ reason, limit }: Extract<Delivered, { state: 'waiting' }>): string =>
  limit?.detail ? translated(limit.detail) : waitingText(reason);

/** Shows a toast with the outcome of a command. */
export function toastDelivered(delivered: Delivered, done?: string, undo?: () => void): void {
  const text = delivered.state === 'waiting' ? deliveredText(delivered) : done;
  if (text && undo) toastWithUndo(text, undo);
  else if (text) toast({ text });
}

/** Ignores calls while one is running, because a second press may come before the rerender. */
export function useSingleRun<Args extends readonly unknown[]>(
  run: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  const running = useRef(false);
  const latest = useRef(run);
  latest.current = run;
  return useCallback(async (...args: Args) => {
    if (running.current) return;
    running.current = true;
    try {
      await latest.current(...args);
    } finally {
      running.current = false;
    }
  }, []);
}

export interface CommandOptions {
  /** Left out if the command needs the network, because its rules depend on the current state. */
  readonly queued?: Queued;
  /** Expected revision; the server refuses another one. */
  readonly revision?: number;
  /** Text of a failure without a server text. */
  readonly failed: string;
  /** Text of success. */
  readonly done?: string;
  /** Undo offered with the success. The button may be gone by then. */
  readonly undo?: () => void;
  /**
   * Called before the button is free again. `isLeft`: the dialog was closed, so do not navigate.
   */
  readonly onDone?: (isLeft: boolean) => void | Promise<void>;
  /** Whether the dialog is open; opening clears the last failure. */
  readonly open?: boolean;
  /** Replaces `message`. */
  readonly onFailed?: (message: string) => void;
}

/** Sends a command from a button. */
export function useCommand<Name extends CommandName>(
  name: Name,
  { queued, revision, failed, done, undo, onDone, open, onFailed }: CommandOptions,
) {
  const isOffline = useNetwork((state) => state.isBrowserOffline);
  const isMounted = useIsMounted();
  const isDialogClosed = useRef(false);
  isDialogClosed.current = open === false || !isMounted.current;
  const toastIfClosed = (text: string): void => {
    if (isDialogClosed.current || !isMounted.current) toast({ tone: 'bad', text });
  };
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: async (data: CommandInput<Name>) => {
      const delivered = await attempt(name, data, (id) =>
        sendOrQueueCommand(name, data, { id, revision }, queued),
      );
      await onDone?.(isDialogClosed.current);
      toastDelivered(delivered, done, undo);
    },
    onError: (problem) => (onFailed ?? toastIfClosed)(errorMessage(problem, failed)),
  });
  useEffect(() => {
    if (open) reset();
  }, [open, reset]);
  const send = useSingleRun((data: CommandInput<Name>) => mutateAsync(data).catch(() => undefined));
  return {
    send: (data: CommandInput<Name>): void => void send(data),
    busy: isPending,
    disabled: !queued && isOffline,
    message: error ? errorMessage(error, failed) : undefined,
    clearError: reset,
  };
}
