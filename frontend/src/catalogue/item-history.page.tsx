import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { itemNames } from '#domain/catalogue/item-names.js';
import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import { HistoryPage } from '../kit/history/history-page.js';
import { ItemCard } from './item-card.js';
import { itemText } from './item-texts.js';
import { catalogueItem } from './items.js';

/** `/products/{id}/history`, and those of packages and offers. */
export default function ItemHistoryPage(): ReactNode {
  const { productId, packageId, offerId } = useParams();
  if (productId !== undefined) return <ItemHistory kind="product" id={productId} />;
  if (packageId !== undefined) return <ItemHistory kind="package" id={packageId} />;
  return <ItemHistory kind="offer" id={offerId ?? ''} />;
}

const ItemHistory = ({ kind, id }: { kind: ItemKind; id: string }): ReactNode => (
  <HistoryPage
    kind={kind}
    id={id}
    back={{ to: `/${itemNames[kind].list}`, label: itemText('back', kind) }}
    screen={(item) => (
      <div className="card flex overflow-hidden">
        {/* a past state has no number of shares */}
        <ItemCard item={catalogueItem({ ...item, shareCount: 0 })} />
      </div>
    )}
  />
);
