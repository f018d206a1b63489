import { t } from '@lingui/core/macro';
import { Copy, FilePlus2, Paperclip } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { KnownLead } from '../../kit/leads/known-leads.js';
import { LeadNews, useLeadNow } from '../../kit/leads/lead-now.js';
import { useCanQuote } from '../../kit/leads/use-can-quote.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import { Link } from '../../ui/buttons/link.js';
import { Icon, type IconType } from '../../ui/display/icon.js';
import { Money } from '../../ui/display/figures.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';
import { InlineList } from '../../ui/layout/surface.js';
import { lastSentQuotation } from '../newest-quotations.js';
import QuoteDialog from './quote-dialog.js';

/** Ways to a quotation of a lead: build one, copy the last one, or upload a file. */
export default function CreateQuoteDialog({
  lead: knownLead,
  open,
  onClose,
}: DialogState & { lead: KnownLead }): ReactNode {
  const [isUploading, setUploading] = useState(false);
  const now = useLeadNow(knownLead.leadId, { open });
  const lead = now.lead ?? knownLead;
  const { leadId, name, quotations, assignedTo } = lead;
  const mayQuote = useCanQuote(assignedTo);
  const lastSent = lastSentQuotation(quotations);
  const buildPath = `/quotations/new?leadId=${leadId}`;
  if (isUploading)
    return (
      <QuoteDialog
        lead={lead}
        open={open}
        onClose={() => {
          setUploading(false);
          onClose();
        }}
      />
    );
  return (
    <Dialog open={open} onClose={onClose} title={t`Create quote`} description={name} closeButton>
      <LeadNews lead={lead} now={now} open={open} />
      <ul className="rows -mx-5 md:-mx-6" hidden={now.isGone}>
        {mayQuote && (
          <li>
            <Link to={buildPath} className={choiceClass}>
              <ChoiceText
                icon={FilePlus2}
                title={t`Build quotation`}
                meta={t`Products, prices and GST as a branded PDF`}
              />
            </Link>
          </li>
        )}
        {mayQuote && lastSent && (
          <li>
            <Link to={`${buildPath}&copyOf=${lastSent.quotationId}`} className={choiceClass}>
              <ChoiceText
                icon={Copy}
                title={t`Copy the last one`}
                meta={
                  <InlineList
                    items={[
                      <span className="num">{lastSent.number}</span>,
                      <Money paise={lastSent.amountPaise} />,
                    ]}
                  />
                }
              />
            </Link>
          </li>
        )}
        <li>
          <button type="button" className={choiceClass} onClick={() => setUploading(true)}>
            <ChoiceText
              icon={Paperclip}
              title={t`Upload file`}
              meta={t`A PDF or photo made elsewhere, or a request to the admins`}
            />
          </button>
        </li>
      </ul>
    </Dialog>
  );
}

const choiceClass = 'list-row is-link min-h-16 w-full px-5 text-left md:px-6';

const ChoiceText = ({
  icon,
  title,
  meta,
}: {
  icon: IconType;
  title: string;
  meta: ReactNode;
}): ReactNode => (
  <>
    <span className="grid size-10 flex-none place-items-center rounded-full bg-accent-soft text-accent-soft-ink">
      <Icon icon={icon} />
    </span>
    <span className="min-w-0 grow">
      <span className="label block font-medium">{title}</span>
      <span className="meta block">{meta}</span>
    </span>
  </>
);
