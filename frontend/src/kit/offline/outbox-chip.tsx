import { plural, t } from '@lingui/core/macro';
import { CircleAlert, CircleArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useOnline } from '../../lib/server/network.js';
import { useOutbox, useOutboxCounts } from '../../lib/outbox/outbox.js';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { flush } from '../../lib/outbox/outbox-sender.js';
import { Button } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import { Time } from '../../ui/display/figures.js';
import { Icon } from '../../ui/display/icon.js';
import { useDialogOf } from '../../ui/loading/lazy-mount.js';
import { photosWaitingText } from '../texts/labels.js';
import { DiscardDialog } from './discard-dialog.js';
import { sendingStateText, queuedTitle } from './queued-commands.js';
import { ResubmitDialog } from './resubmit-dialog.js';

/** Delay of the chip; most commands are sent sooner. */
const CHIP_DELAY_MS = 1_500;

/** Chip with the number of unsent commands, which opens their list. */
export function OutboxChip(): ReactNode {
  const { waiting, refused } = useOutboxCounts();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const isWaiting = waiting > 0;
  useEffect(() => {
    if (!isWaiting) {
      setSlow(false);
      return undefined;
    }
    const timer = setTimeout(() => setSlow(true), CHIP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  const isShown = refused > 0 || (isWaiting && (isSlow || !online));
  if (!isShown && !open) return null;
  const chipText = refused > 0 ? t`${refused} not sent` : t`${waiting} waiting`;
  return (
    <>
      {isShown && (
        <button
          type="button"
          className={classes(
            'chip min-h-tap flex-none tabular-nums md:min-h-control-sm',
            refused > 0 && 'text-danger-ink',
          )}
          aria-label={t`${chipText}. Show what is not sent yet`}
          onClick={() => setOpen(true)}
        >
          <Icon icon={refused > 0 ? CircleAlert : CircleArrowUp} size="s" />
          {refused > 0 ? refused : waiting}
          <span className="max-[420px]:hidden">{refused > 0 ? t`not sent` : t`waiting`}</span>
        </button>
      )}
      <OutboxSheet open={open} onClose={() => setOpen(false)} />
    </>
  );
}

export function OutboxSheet({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const items = useOutbox().filter((item): item is OutboxItem => item.state !== 'sent');
  const online = useOnline();
  const [resubmitting, setResubmitting] = useState<OutboxItem>();
  const discarding = useDialogOf<OutboxItem>();
  const waiting = items.filter(({ state }) => state !== 'refused').length;
  return (
    <>
      <Dialog
        open={open && !resubmitting && !discarding.dialog.open}
        onClose={onClose}
        title={waiting > 0 || items.length === 0 ? t`Waiting to be sent` : t`Not sent`}
        description={unsentText(items, waiting)}
        closeButton
        footer={
          waiting > 0 &&
          online && (
            <Button size="lg" kind="primary" onClick={() => void flush({ eager: true })}>
              {t`Retry now`}
            </Button>
          )
        }
      >
        <ul className="rows -mx-2">
          {items.map((item) => (
            <OutboxRow
              key={item.commandId}
              item={item}
              online={online}
              onResubmit={() => setResubmitting(item)}
              onDiscard={() => discarding.openFor(item)}
            />
          ))}
        </ul>
      </Dialog>
      {resubmitting && (
        <ResubmitDialog item={resubmitting} onClose={() => setResubmitting(undefined)} />
      )}
      {discarding.item && <DiscardDialog item={discarding.item} {...discarding.dialog} />}
    </>
  );
}

/** Text about unsent items, of which some may wait and others were refused. */
function unsentText(items: readonly OutboxItem[], waiting: number): string {
  if (items.length === 0) return t`Everything is sent.`;
  return waiting > 0
    ? plural(items.length, {
        one: '# item kept on this device. It is sent by itself when the network is back.',
        other:
          '# items kept on this device. What waits is sent by itself when the network is back.',
      })
    : plural(items.length, {
        one: '# item kept on this device. The server did not take it.',
        other: '# items kept on this device. The server did not take them.',
      });
}

interface OutboxRowProps {
  item: OutboxItem;
  online: boolean;
  onResubmit: () => void;
  onDiscard: () => void;
}

function OutboxRow({ item, online, onResubmit, onDiscard }: OutboxRowProps): ReactNode {
  const isRefused = item.state === 'refused';
  const title = queuedTitle(item);
  const photos = item.files.filter(({ uploaded }) => !uploaded).length;
  return (
    <li className="row items-start gap-3 px-2 py-2.5">
      <Icon
        icon={isRefused ? CircleAlert : CircleArrowUp}
        className={classes('mt-0.5', isRefused ? 'text-danger-mark' : 'text-ink-2')}
      />
      <span className="grow">
        <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">{title}</span>
        <span className={classes('meta block', isRefused && 'text-danger-ink')}>
          <span>
            {item.dependsOn && !isRefused ? t`Waits for its lead` : sendingStateText(item, online)}
          </span>
          {photos > 0 && <span>, {photosWaitingText(photos)}</span>}
          <span className="dot-sep" />
          <Time at={item.capturedAt} />
        </span>
      </span>
      {isRefused ? (
        <Button onClick={onResubmit}>{t`Fix`}</Button>
      ) : (
        <Button
          kind="ghost"
          onClick={onDiscard}
          disabled={item.state === 'sending'}
          aria-label={t`Discard ${title}`}
        >
          {t`Discard`}
        </Button>
      )}
    </li>
  );
}
