import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OfferItem } from '#domain/catalogue/catalogue.views.js';
import { isMissing } from '../lib/query-client.js';
import { Button } from '../ui/buttons/button.js';
import { Dialog } from '../ui/overlays/dialog.js';
import { ErrorState, Loading, Skeleton } from '../ui/feedback/states.js';
import { ItemBadges, AuthorLine, TagBadges } from './item-card.js';
import { catalogueItem, type CatalogueItem, recordsOfKind } from './items.js';
import { OfferFile } from './forms/offer-file.js';

interface OfferDialogProps {
  /** Undefined closes the dialog. */
  offerId: string | undefined;
  onClose: () => void;
  onShare: (item: CatalogueItem) => void;
}

/** Offer with its file and tags. */
export default function OfferDialog({ offerId, onClose, onShare }: OfferDialogProps): ReactNode {
  // the last offer stays while the dialog fades out
  const [shownOfferId, setShownOfferId] = useState(offerId);
  if (offerId !== undefined && offerId !== shownOfferId) setShownOfferId(offerId);
  const { data, error, refetch } = useQuery(recordsOfKind('offer').query(shownOfferId ?? ''));
  // the device may still store an offer that was deleted
  const offer = isMissing(error) ? undefined : data;
  return (
    <Dialog
      open={offerId !== undefined}
      onClose={onClose}
      closeButton
      wide
      title={offer?.title ?? t`Offer`}
      footer={
        offer?.status === 'Active' && (
          <Button
            kind="primary"
            size="lg"
            icon={Share2}
            onClick={() => {
              onClose();
              onShare(catalogueItem(offer));
            }}
          >
            {t`Share`}
          </Button>
        )
      }
    >
      {error && !offer ? (
        <OfferFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading
          when={!offer}
          label={t`Loading offer`}
          skeleton={<Skeleton width="100%" height="12rem" />}
        >
          {() => offer && <OfferContent offer={offer} />}
        </Loading>
      )}
    </Dialog>
  );
}

/** Says that an offer is missing, or could not be loaded. */
const OfferFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode =>
  isMissing(error) ? (
    <p>{t`This offer was deleted, or there never was one.`}</p>
  ) : (
    <ErrorState title={t`Failed to load offer`} error={error} onRetry={onRetry} />
  );

function OfferContent({ offer }: { offer: OfferItem }): ReactNode {
  const { fileId, fileType, title, description, tags = [] } = offer;
  return (
    <div className="stack gap-3">
      <OfferFile fileId={fileId} fileType={fileType} title={title} />
      <ItemBadges item={catalogueItem(offer)} hasStatus>
        <TagBadges tags={tags} />
      </ItemBadges>
      <p className="whitespace-pre-line break-words">{description}</p>
      <AuthorLine offer={offer} />
    </div>
  );
}
