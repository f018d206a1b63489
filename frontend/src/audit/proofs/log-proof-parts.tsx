import { t } from '@lingui/core/macro';
import { Download, FileSearch, ShieldCheck } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { chatLink } from '#domain/kernel/values/contact-links.js';
import type { LogProof } from '#domain/audit/audit.views.js';
import { saveFile } from '../../lib/server/download.js';
import { ButtonLink, Button } from '../../ui/buttons/button.js';
import { WhatsApp } from '../../ui/display/icon.js';
import { lazyPart } from '../../ui/loading/code.js';

const QrCode = lazyPart(() => import('../../ui/display/qr-code.js'));

interface QrFigureProps {
  text: string;
  label: string;
  caption: string;
}

/**
 * QR code with its caption, which stands beside it on paper. Its place is reserved until the code
 * is drawn.
 */
function QrFigure({ text, label, caption }: QrFigureProps): ReactNode {
  return (
    <figure className="w-44 print:flex print:w-auto print:flex-1 print:gap-3">
      <div className="aspect-square w-full print:w-32 print:flex-none print:self-start">
        <Suspense fallback={null}>
          <QrCode text={text} label={label} />
        </Suspense>
      </div>
      <figcaption className="meta pt-1.5 print:pt-0">{caption}</figcaption>
    </figure>
  );
}

interface LogProofPartsProps {
  proof: LogProof;
  /** Address of the screen that checks proofs. */
  checkTo: string | undefined;
}

/** Newest checkpoint and public key to keep outside: as QR codes, as a file, by WhatsApp. */
export function LogProofParts({ proof: { newest, keys }, checkTo }: LogProofPartsProps): ReactNode {
  const [publicKey] = keys;
  if (!newest || publicKey === undefined) return null;
  return (
    <>
      <div className="flex flex-wrap gap-4">
        <QrFigure
          text={newest.note}
          label={t`QR code of the newest checkpoint`}
          caption={t`Newest checkpoint. Keep it to show later that nothing before it was changed.`}
        />
        <QrFigure
          text={publicKey}
          label={t`QR code of the public key`}
          caption={t`Public key. Every checkpoint is signed with it.`}
        />
      </div>
      <div className="no-print flex flex-wrap gap-2">
        <Button
          icon={Download}
          onClick={() =>
            saveFile(
              new Blob([newest.note], { type: 'text/plain;charset=utf-8' }),
              `checkpoint-${newest.size}.txt`,
            )
          }
        >
          {t`Download Checkpoint`}
        </Button>
        <ButtonLink
          icon={WhatsApp}
          href={chatLink('', newest.note)}
          target="_blank"
          rel="noreferrer"
        >
          {t`Share on WhatsApp`}
        </ButtonLink>
        <ButtonLink icon={ShieldCheck} href="/audit/log/verify.html" download>
          {t`Download Verifier`}
        </ButtonLink>
        {checkTo !== undefined && (
          <ButtonLink icon={FileSearch} to={checkTo}>
            {t`Check a proof`}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
