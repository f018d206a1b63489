import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ChosenFile } from '../../kit/capture/use-photos.js';
import { Badge } from '../../ui/display/badge.js';
import { Card } from '../../ui/layout/surface.js';
import { ItemImage } from './images-field.js';
import { Price } from '../item-card.js';
import { ItemCover } from '../item-cover.js';
import type { CatalogueItem } from '../items.js';

interface ItemPreviewProps {
  /** Title, or its label while empty. */
  title: string;
  description: string;
  price?: CatalogueItem['price'];
  fileIds?: readonly string[];
  files?: readonly ChosenFile[];
  /** Replaces the images. */
  cover?: ReactNode;
  children?: ReactNode;
}

/** Number of images in the preview; the number of further ones is shown. */
const MAX_SHOWN_IMAGES = 4;

/** Preview of the item as customers see it. */
export function ItemPreview({
  title,
  description,
  price,
  fileIds = [],
  files = [],
  cover,
  children,
}: ItemPreviewProps): ReactNode {
  const [coverId, ...otherIds] = fileIds.slice(0, MAX_SHOWN_IMAGES);
  const hiddenCount = fileIds.length - MAX_SHOWN_IMAGES;
  return (
    <Card title={t`Preview`} bodyClassName="stack gap-2" className="w-full lg:self-start">
      {cover ??
        (coverId ? <ItemImage fileId={coverId} files={files} alt={t`Cover`} /> : <ItemCover />)}
      {otherIds.length > 0 && (
        <div className="grid grid-cols-3 gap-1">
          {otherIds.map((fileId, index) => (
            <ItemImage key={fileId} fileId={fileId} files={files} alt={t`Image ${index + 2}`} />
          ))}
        </div>
      )}
      {hiddenCount > 0 && <Badge className="self-start">{t`+${hiddenCount} more`}</Badge>}
      <p className="t3 break-words">{title}</p>
      <p className="label text-ink-2 whitespace-pre-line break-words">
        {description || t`Description`}
      </p>
      {price && <Price item={{ price }} />}
      {children}
    </Card>
  );
}
