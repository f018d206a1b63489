import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Clock, ShieldCheck } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import type { HistoryKind } from '#domain/history/history.values.js';
import type { Verification } from '#domain/history/history.views.js';
import { get } from '../../lib/server/api.js';
import { classes } from '../../ui/classes.js';
import { grouped } from '../../ui/display/format.js';
import { Icon, type IconType } from '../../ui/display/icon.js';
import { lazyPart } from '../../ui/loading/code.js';
import { type Tone, toneStyle } from '../../ui/tone.js';

const VerifiedPanel = lazyPart(() => import('./verified-panel.js'));

interface Verdict {
  readonly tone: Tone;
  readonly icon: IconType;
  readonly title: string;
}

/** Result of a verification in one line. */
export function verificationSummary({
  checkpoint,
  verifiedTo,
  total,
  broken,
  stoppedSince,
}: Verification): Verdict {
  if (broken) {
    const number = grouped(broken.revision);
    return { tone: 'danger', icon: CircleAlert, title: t`Event ${number} does not fit its hash` };
  }
  if (stoppedSince !== undefined)
    return { tone: 'danger', icon: CircleAlert, title: t`Verification has stopped` };
  if (!checkpoint || verifiedTo === 0)
    return { tone: 'neutral', icon: Clock, title: t`Not verified yet` };
  const number = grouped(verifiedTo);
  return {
    tone: 'success',
    icon: ShieldCheck,
    // the words of a proof's verdict
    title:
      verifiedTo < total
        ? t`Unchanged to event ${number}`
        : plural(total, {
            one: 'Unchanged: its one event matches',
            other: 'Unchanged: all # events match',
          }),
  };
}

interface VerifiedLineProps {
  kind: HistoryKind;
  id: string;
  /** Number of events that the page shows. Each new event causes another verification. */
  total: number;
  recordName: string;
}

/** Line that tells how far a history is verified. A press explains it. */
export function VerifiedLine({ kind, id, total, recordName }: VerifiedLineProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const query = useQuery({
    queryKey: ['verified', kind, id, total],
    queryFn: ({ signal }) => get('/api/history/:kind/:id/verified', { kind, id }, { signal }),
    staleTime: 60_000,
    // the line before a new event stays until the new one is verified
    placeholderData: (previous) => previous,
  });
  const { data, isError } = query;
  if (isError && !data)
    return (
      <p className="meta">
        {t`Could not be verified now.`}{' '}
        <button type="button" className="link" onClick={() => void query.refetch()}>
          {t`Retry`}
        </button>
      </p>
    );
  if (!data) return <p className="meta" role="status">{t`Verifying`}</p>;
  const { tone, icon, title } = verificationSummary(data);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={classes(
          '-mx-1.5 inline-flex min-h-8 items-center gap-1.5 rounded-badge px-1.5 text-left text-meta hover:bg-hover max-md:min-h-tap',
          tone === 'danger' ? 'text-(--k)' : 'text-ink-2',
        )}
        style={toneStyle(tone)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpened(true);
          setOpen(!isOpen);
        }}
      >
        <Icon icon={icon} size="s" className="text-(--m)" />
        <span className="num underline decoration-line-strong decoration-dotted underline-offset-3 whitespace-normal">
          {title}
        </span>
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <VerifiedPanel
            kind={kind}
            id={id}
            recordName={recordName}
            anchor={anchor}
            title={title}
            verification={data}
            open={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
