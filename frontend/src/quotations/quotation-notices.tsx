import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { QuotationDetail, QuotationVersionShown } from '#domain/quotations/quotation.views.js';
import { refusalReason } from '../kit/offline/queued-commands.js';
import { useFileUrl } from '../lib/photos/photos.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { money, phoneText } from '../ui/display/format.js';
import { Banner } from '../ui/feedback/banner.js';
import { useRefusedSend } from './queued-sends.js';

interface NoticeProps {
  quotation: QuotationDetail;
  mayBuild: boolean;
}

/** Banners above a quotation: open tasks of the rep, and the customer's decision. */
export function QuotationNotices({ quotation, mayBuild }: NoticeProps): ReactNode {
  const { quotationId, versions, draft, acceptance } = quotation;
  const refusal = useRefusedSend(quotationId);
  const renderEditLink = (label: string): ReactNode => (
    <ButtonLink kind="ghost" to={`/quotations/${quotationId}/edit`}>
      {label}
    </ButtonLink>
  );
  return (
    <>
      {refusal && (
        <Banner tone="danger" inset actions={mayBuild && renderEditLink(t`Change and send again`)}>
          {t`This quotation was not sent.`} {refusalReason(refusal)}
        </Banner>
      )}
      {draft && versions.length > 0 && mayBuild && !refusal && (
        <Banner tone="neutral" inset actions={renderEditLink(t`Open`)}>
          {t`Changes to this quotation wait to be sent.`}
        </Banner>
      )}
      {acceptance && <AcceptanceBanner acceptance={acceptance} />}
    </>
  );
}

/** Acceptance, with the accepted copy. */
const AcceptanceBanner = ({
  acceptance: { name, phone, totalPaise, copyFileId },
}: {
  acceptance: NonNullable<QuotationDetail['acceptance']>;
}): ReactNode => (
  <Banner
    tone="info"
    inset
    actions={copyFileId !== undefined && <AcceptedCopy fileId={copyFileId} />}
  >
    {t`Accepted by ${name}, ${phoneText(phone)}, for ${money(totalPaise)}`}
  </Banner>
);

function AcceptedCopy({ fileId }: { fileId: string }): ReactNode {
  const { url } = useFileUrl(fileId);
  return (
    url && (
      <ButtonLink kind="ghost" href={url} target="_blank" rel="noreferrer">
        {t`Open the accepted copy`}
      </ButtonLink>
    )
  );
}

/** Warning of characters that the PDF of a version cannot show. */
export const MissingCharacters = ({
  version: { missingCharacters },
}: {
  version: QuotationVersionShown;
}): ReactNode =>
  missingCharacters && (
    <Banner tone="warning" inset>
      {t`The PDF cannot show these characters: ${missingCharacters}. Write them differently in a new version.`}
    </Banner>
  );
