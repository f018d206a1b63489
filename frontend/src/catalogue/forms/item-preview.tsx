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

/** Images in the preview; further ones are counted. */
const SHOWN_IMAGES = 4;

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
  const [first, ...others] = fileIds.slice(0, SHOWN_IMAGES);
  const hiddenCount = fileIds.length - SHOWN_IMAGES;
  return (
    <Card title={t`Preview`} bodyClassName="stack gap-2" className="w-full lg:self-start">
      {cover ?? (first ? <ItemImage fileId={first} files={files} alt={t`Cover`} /> : <ItemCover />)}
      {others.length > 0 && (
        <div className="grid grid-cols-3 gap-1">
          {others.map((fileId, index) => (
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
