import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { CommandInput, CommandName } from '#domain/commands.js';
import { errorMessage } from '../lib/api.js';
import { attempt } from '../lib/attempts.js';
import { useNetwork } from '../lib/network.js';
import {
  enqueueAndWait,
  type Delivered,
  type FileToSend,
  type QueueOptions,
  sendOnline,
  sendOrQueue,
} from '../lib/outbox.js';
import { toast } from '../ui/toast.js';
import { translated } from '../words/i18n.js';
import { keptOnDeviceText } from './labels.js';
import { sayWithUndo } from './undo.js';
import { useIsOpen } from './use-is-open.js';

/** How a command goes where there is no network: it waits on this device, listed by its record. */
export interface Queued extends Pick<QueueOptions, 'recordId' | 'recordName' | 'creates'> {
  /**
   * Kept on the device before anything is sent: what was captured on site, and would be typed in
   * vain.
   */
  readonly first?: boolean;
}

/** Command of a button press. */
export interface Press {
  /** The command's id. */
  readonly id: string;
  readonly revision?: number;
  /** Values of the edited fields in that revision. */
  readonly seen?: Readonly<Record<string, unknown>>;
  readonly files?: readonly FileToSend[];
  readonly draftKey?: string;
  readonly keepDraft?: () => Promise<void>;
  readonly leaveAt?: number;
}

/**
 * Sends a command with its files, or keeps it where that may be. @throws Problem, Offline,
 * StorageFull
 */
export function deliver<Name extends CommandName>(
  name: Name,
  data: CommandInput<Name>,
  press: Press,
  queued?: Queued,
): Promise<Delivered> {
  if (!queued) return sendOnline(name, data, press);
  const { first, ...listed } = queued;
  return first
    ? enqueueAndWait(name, data, { ...listed, ...press })
    : sendOrQueue(name, data, { ...listed, ...press });
}

const waitingText = ({ because, limit }: Extract<Delivered, { state: 'waiting' }>): string =>
  limit?.detail ? translated(limit.detail) : keptOnDeviceText(because);

/** Says what has become of a command: that it waits, or that it was done. */
export function sayDelivered(delivered: Delivered, done?: string, undo?: () => void): void {
  const text = delivered.state === 'waiting' ? waitingText(delivered) : done;
  if (text && undo) sayWithUndo(text, undo);
  else if (text) toast({ text });
}

/** While it runs, it is not run again: a second press may come before the first is drawn. */
export function useOnePress<Args extends readonly unknown[]>(
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
  /**
   * Left out: it waits for the server's word, because what is decided offline could have been
   * decided otherwise meanwhile.
   */
  readonly queued?: Queued;
  /** Only if the record still is as it was seen; else the server refuses. */
  readonly revision?: number;
  /** Words for a failure that the server gave none for. */
  readonly failed: string;
  /** Words for success. */
  readonly done?: string;
  /** Offered along with that. The button may be gone by then. */
  readonly undo?: () => void;
  /**
   * While the button is still busy. `isLeft`: its dialog was closed meanwhile, and the person is
   * not led anywhere.
   */
  readonly onDone?: (isLeft: boolean) => void | Promise<void>;
  /** Whether the dialog is open; opening clears the earlier failure. */
  readonly open?: boolean;
  /** Instead of `message`. */
  readonly onFailed?: (message: string) => void;
}

/** A button that sends a command. */
export function useCommand<Name extends CommandName>(
  name: Name,
  { queued, revision, failed, done, undo, onDone, open, onFailed }: CommandOptions,
) {
  const isOffline = useNetwork((state) => state.isBrowserOffline);
  const isOpen = useIsOpen();
  const isShut = useRef(false);
  isShut.current = open === false || !isOpen.current;
  const sayWhereShut = (text: string): void => {
    if (isShut.current || !isOpen.current) toast({ tone: 'bad', text });
  };
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: async (data: CommandInput<Name>) => {
      const delivered = await attempt(name, data, (id) =>
        deliver(name, data, { id, revision }, queued),
      );
      await onDone?.(isShut.current);
      sayDelivered(delivered, done, undo);
    },
    onError: (problem) => (onFailed ?? sayWhereShut)(errorMessage(problem, failed)),
  });
  useEffect(() => {
    if (open) reset();
  }, [open, reset]);
  const send = useOnePress((data: CommandInput<Name>) => mutateAsync(data).catch(() => undefined));
  return {
    send: (data: CommandInput<Name>): void => void send(data),
    busy: isPending,
    disabled: !queued && isOffline,
    message: error ? errorMessage(error, failed) : undefined,
    forget: reset,
  };
}
