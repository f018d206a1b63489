import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OfferItem } from '#domain/catalogue/catalogue.views.js';
import { computePercent } from '#domain/catalogue/totals.js';
import { fileTypeNames } from '../kit/texts/file-type-names.js';
import { Badge } from '../ui/display/badge.js';
import { Money, Time } from '../ui/display/figures.js';
import { exactPercent, percent, plainMoney } from '../ui/display/format.js';
import { i18n, translated } from '../words/i18n.js';
import { Cover } from './item-cover.js';
import { categoryName } from './categories/categories.js';
import { unitNames } from '../kit/texts/unit-names.js';
import type { CatalogueItem } from './items.js';

/** Card of a past product, package or offer, without its actions. */
export function ItemCard({ item }: { item: CatalogueItem }): ReactNode {
  const { title, description, kind, maxDiscountBasisPoints = 0, minDiscountBasisPoints = 0 } = item;
  return (
    <article className="flex min-w-0 flex-1 flex-col" aria-label={title}>
      <Cover item={item} />
      <div className="flex flex-1 flex-col gap-1.5 px-4 pt-3.5 pb-4">
        <ItemBadges item={item} hasStatus={kind === 'offer'} />
        <h2 className="t3 line-clamp-2 min-w-0 wrap-anywhere">{title}</h2>
        <p className="label text-ink-2 line-clamp-2 min-w-0 wrap-anywhere">{description}</p>
        <Price item={item} />
        {maxDiscountBasisPoints > 0 && (
          <p className="meta num">{t`Discount ${exactPercent(minDiscountBasisPoints)} – ${exactPercent(maxDiscountBasisPoints)}`}</p>
        )}
        {item.products && <ProductCount products={item.products} />}
        {item.offer && <OfferFacts offer={item.offer} />}
      </div>
    </article>
  );
}

/** Lets a long badge wrap. */
const wrappingBadgeClass = 'max-w-full whitespace-normal!';

/** Category, status, file type and tags of an item. */
export function ItemBadges({
  item,
  hasStatus,
  children,
}: {
  item: CatalogueItem;
  hasStatus: boolean;
  children?: ReactNode;
}): ReactNode {
  const { kind, category, status, offer } = item;
  return (
    <div className="row wrap gap-1.5">
      <Badge className={wrappingBadgeClass}>{categoryName(kind, category)}</Badge>
      {hasStatus && (
        <Badge tone={status === 'Active' ? 'status-converted' : 'status-lost'}>
          {translated(status)}
        </Badge>
      )}
      {offer && <Badge>{i18n._(fileTypeNames[offer.fileType])}</Badge>}
      {children}
    </div>
  );
}

export function Price({ item: { price } }: { item: Pick<CatalogueItem, 'price'> }): ReactNode {
  if (!price) return null;
  const { livePricePaise, mrpPaise, unit } = price;
  const unitName = unit && i18n._(unitNames[unit]);
  return (
    <p className="row wrap num gap-x-2 gap-y-0">
      <Money as="plain" paise={livePricePaise} className="t3" />
      {unitName && <span className="meta">{t`per ${unitName}`}</span>}
      {mrpPaise > livePricePaise && (
        <span className="meta whitespace-normal">
          <Saving price={price} />
        </span>
      )}
    </p>
  );
}

/**
 * Smallest saving against the MRP that the app shows. The public pages show every saving, as
 * specified.
 */
const MIN_SAVING_PERCENT = 1;

/** MRP struck out and the saving against it, if that is one percent or more. */
export function Saving({
  price: { livePricePaise, mrpPaise },
}: {
  price: NonNullable<CatalogueItem['price']>;
}): ReactNode {
  const savedPercent = computePercent(mrpPaise - livePricePaise, mrpPaise);
  if (savedPercent < MIN_SAVING_PERCENT) return null;
  return (
    <Trans>
      <s>{plainMoney(mrpPaise)}</s> {percent(savedPercent, 1)} off
    </Trans>
  );
}

const MAX_SHOWN_TAGS = 3;

function OfferFacts({ offer }: { offer: OfferItem }): ReactNode {
  const { tags = [] } = offer;
  return (
    <>
      {tags.length > 0 && (
        <p className="row wrap gap-1.5">
          <TagBadges tags={tags.slice(0, MAX_SHOWN_TAGS)} />
          {tags.length > MAX_SHOWN_TAGS && (
            <span className="meta">{t`+${tags.length - MAX_SHOWN_TAGS} more`}</span>
          )}
        </p>
      )}
      <AuthorLine offer={offer} />
    </>
  );
}

export const TagBadges = ({ tags }: { tags: readonly string[] }): ReactNode =>
  tags.map((tag) => (
    <Badge key={tag} className={wrappingBadgeClass}>
      {tag}
    </Badge>
  ));

export const AuthorLine = ({
  offer: { createdBy, createdAt },
}: {
  offer: OfferItem;
}): ReactNode => (
  <p className="meta">
    {createdBy.name}, <Time at={createdAt} />
  </p>
);

export function ProductCount({
  products: { count, paused },
}: {
  products: NonNullable<CatalogueItem['products']>;
}): ReactNode {
  return (
    <>
      <p className="meta">{plural(count, { one: '# product', other: '# products' })}</p>
      {paused > 0 && (
        <Badge tone="warning" className={`${wrappingBadgeClass} self-start`}>
          {plural(paused, {
            one: '# product is not active: no page',
            other: '# products are not active: no page',
          })}
        </Badge>
      )}
    </>
  );
}
