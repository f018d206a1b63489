import { t } from '@lingui/core/macro';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNetwork } from '../../lib/server/network.js';
import { Button } from '../../ui/buttons/button.js';
import { money } from '../../ui/display/format.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';
import { type PaperProps, QuotationPaper } from '../quotation-paper.js';

/** The quotation as the customer will see it, before it is sent. */
export function PreviewDialog({
  open,
  onClose,
  paper,
  onSend,
}: DialogState & { paper: PaperProps; onSend: () => void }): ReactNode {
  const isOffline = useNetwork((state) => state.isBrowserOffline);
  const total = money(paper.totalPaise);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Preview`}
      wide
      footer={
        <>
          <Button kind="primary" size="lg" icon={Send} onClick={onSend}>
            {t`Send ${total}`}
          </Button>
          <Button size="lg" onClick={onClose}>
            {t`Change`}
          </Button>
        </>
      }
    >
      <p className="label text-ink-2" role="status">
        {isOffline
          ? t`It is sent, and gets its number, when the network is back.`
          : t`Next: share the link on WhatsApp.`}
      </p>
      <div className="rounded-card bg-surface p-4 shadow-card md:p-6">
        <QuotationPaper {...paper} />
      </div>
    </Dialog>
  );
}
