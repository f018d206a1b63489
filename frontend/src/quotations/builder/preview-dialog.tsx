import { t } from '@lingui/core/macro';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNetwork } from '../../lib/server/network.js';
import { AmountLabel } from '../../ui/buttons/amount-label.js';
import { Button } from '../../ui/buttons/button.js';
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
  const [first = ''] = paper.customer.name.split(' ');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Preview`}
      wide
      full
      closeButton
      beside
      footer={
        <>
          <Button kind="primary" size="lg" icon={Send} onClick={onSend}>
            <AmountLabel paise={paper.totalPaise}>{t`Send quote to ${first}`}</AmountLabel>
          </Button>
          <Button size="lg" onClick={onClose}>
            {t`Change`}
          </Button>
        </>
      }
    >
      {isOffline && (
        <p className="label text-ink-2" role="status">
          {t`It is sent, and gets its number, when the network is back.`}
        </p>
      )}
      <div className="md:rounded-card md:bg-surface md:p-6 md:shadow-card">
        <QuotationPaper {...paper} />
      </div>
    </Dialog>
  );
}
