import { plural, t } from '@lingui/core/macro';
import { FileDown } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { HistoryKind } from '#domain/history/history.values.js';
import type { Verification } from '#domain/history/history.views.js';
import { Button, ButtonLink } from '../../ui/buttons/button.js';
import { useZone } from '../../ui/display/figures.js';
import { exactText, grouped } from '../../ui/display/format.js';
import { DescriptionList } from '../../ui/layout/description.js';
import { Popover } from '../../ui/overlays/popover.js';
import { useProofDownload } from './use-proof-download.js';

interface VerifiedPanelProps {
  kind: HistoryKind;
  id: string;
  recordName: string;
  title: string;
  verification: Verification;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
}

/** Meaning of a verification, the checkpoint behind it, and the proof for others. */
export default function VerifiedPanel({
  kind,
  id,
  recordName,
  title,
  verification,
  ...popover
}: VerifiedPanelProps): ReactNode {
  const { checkpoint } = verification;
  const zone = useZone();
  const proof = useProofDownload(kind, id, recordName);
  return (
    <Popover label={title} align="start" {...popover}>
      <div className="stack gap-3 px-4 pb-4">
        {verificationSentences(verification).map((sentence) => (
          <p key={sentence} className="label text-ink-2">
            {sentence}
          </p>
        ))}
        {checkpoint && (
          <DescriptionList
            className="text-meta!"
            items={[
              [t`Checkpoint`, t`${grouped(checkpoint.size)} events of the whole log`, 'num'],
              [t`Signed`, exactText(new Date(checkpoint.at), zone), 'tabular-nums'],
              [t`Root`, <code className="break-all">{checkpoint.root}</code>],
            ]}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {proof && (
            <Button icon={FileDown} busy={proof.isRunning} onClick={proof.start}>
              {t`Download Proof`}
            </Button>
          )}
          <ButtonLink kind="ghost" to="/audit/statements">
            {t`Auditor’s page`}
          </ButtonLink>
        </div>
      </div>
    </Popover>
  );
}

/** Sentences about a verification, for a reader who knows nothing of hashes. */
function verificationSentences({
  checkpoint,
  verifiedTo,
  total,
  broken,
  stoppedSince,
}: Verification): readonly string[] {
  if (broken)
    return [
      {
        missing: t`An event was removed here: the numbers have a gap.`,
        unchained: t`It does not follow the event before it: an event was removed, inserted or moved.`,
        rewritten: t`It is not the event that the checkpoint covers: the history was written anew from here.`,
        changed: t`What is stored is not what was recorded: somebody changed it afterwards, past the app.`,
      }[broken.because],
      t`Show this to whoever runs the server. The events before it are whole.`,
    ];
  if (stoppedSince !== undefined)
    return [
      t`A check of the whole log found something that does not fit. No new checkpoint is signed until whoever runs the server has looked into it.`,
    ];
  if (!checkpoint || verifiedTo === 0)
    return [
      t`The first checkpoint that covers this record is signed within the hour. A proof can be made at once.`,
    ];
  const newer = total - verifiedTo;
  return [
    t`Every event up to this number was read again just now, and fits its hash. The checkpoint covers them: nobody can change, remove or insert one without being found out.`,
    ...(newer > 0
      ? [
          plural(newer, {
            one: '# newer event waits for the next checkpoint.',
            other: '# newer events wait for the next checkpoint.',
          }),
        ]
      : []),
    t`It does not say that what was typed is true.`,
  ];
}
