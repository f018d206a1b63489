import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { itemNames } from '#domain/catalogue/item-names.js';
import type { ItemKind } from '#domain/catalogue/catalogue.values.js';
import { type TableColumn, RowLink } from '../kit/lists/data-table.js';
import { unitNames } from '../kit/texts/unit-names.js';
import { fileTypeNames } from '../kit/texts/file-type-names.js';
import { Button } from '../ui/buttons/button.js';
import { Badge } from '../ui/display/badge.js';
import { NoValue } from '../ui/display/no-value.js';
import { Money, Time } from '../ui/display/figures.js';
import { exactPercent, grouped } from '../ui/display/format.js';
import { i18n, translated } from '../words/i18n.js';
import { categoryName } from './categories/categories.js';
import { ProductCount, Saving } from './item-card.js';
import { Cover } from './item-cover.js';
import { ItemActions, type ItemRowProps } from './item-row.js';
import { type CatalogueItem, isShareable } from './items.js';

type Handlers = Omit<ItemRowProps, 'item'>;

/** Columns of products, packages or offers on a wide screen. */
export const itemColumns = (
  kind: ItemKind,
  handlers: Handlers,
): readonly TableColumn<CatalogueItem>[] => [
  {
    title: kindTitles[kind],
    sort: { key: 'name', direction: 'ascending' },
    cell: (item) => <NameCell item={item} {...handlers} />,
  },
  ...columnsOfKind[kind],
  {
    title: msg`Shares`,
    // hidden on a tablet, where the name needs the width
    className: 'w-17 max-lg:hidden',
    alignRight: true,
    cell: ({ shareCount }) => <Count count={shareCount} />,
  },
  ...(handlers.canManage
    ? [
        {
          title: msg`Views`,
          className: 'w-16 max-lg:hidden',
          alignRight: true,
          cell: ({ viewCount = 0 }: CatalogueItem) => <Count count={viewCount} />,
        } as const,
      ]
    : []),
  ...(handlers.canManage || kind === 'offer'
    ? [
        {
          title: msg`Status`,
          className: 'w-22',
          cell: ({ status }: CatalogueItem) => (
            <Badge tone={status === 'Active' ? 'status-converted' : 'status-lost'}>
              {translated(status)}
            </Badge>
          ),
        } as const,
      ]
    : []),
  {
    title: msg`Actions`,
    hasButtons: true,
    hiddenOnPastDays: true,
    className: handlers.canManage ? 'w-15' : 'w-28',
    alignRight: true,
    cell: (item) => (
      <span className="relative z-1 flex items-center justify-end gap-1">
        {/* members who manage the item share it from the menu */}
        {!handlers.canManage && isShareable(item) && (
          <Button
            kind="soft"
            aria-label={t`Share ${item.title}`}
            onClick={() => handlers.onShare(item)}
          >
            {t`Share`}
          </Button>
        )}
        {handlers.canManage && <ItemActions item={item} {...handlers} />}
      </span>
    ),
  },
];

const kindTitles = { product: msg`Product`, package: msg`Package`, offer: msg`Offer` };

const priceColumn: TableColumn<CatalogueItem> = {
  title: msg`Price`,
  className: 'w-44 max-lg:w-40',
  alignRight: true,
  cell: (item) => <PriceCell item={item} />,
};

const addedColumn: TableColumn<CatalogueItem> = {
  title: msg`Added`,
  className: 'w-24 max-[1279px]:hidden',
  alignRight: true,
  sort: { key: 'created', direction: 'descending' },
  cell: ({ createdAt }) => (
    <span className="meta">
      <Time at={createdAt} />
    </span>
  ),
};

const updatedColumn: TableColumn<CatalogueItem> = {
  title: msg`Updated`,
  className: 'w-26 max-[1439px]:hidden',
  alignRight: true,
  sort: { key: 'updated', direction: 'descending' },
  cell: ({ updatedAt }) =>
    updatedAt && (
      <span className="meta">
        <Time at={updatedAt} />
      </span>
    ),
};

/** Columns that only items of a kind have. */
const columnsOfKind: Readonly<Record<ItemKind, readonly TableColumn<CatalogueItem>[]>> = {
  product: [
    {
      ...priceColumn,
      sort: {
        key: 'lowest-price',
        direction: 'ascending',
        opposite: { key: 'highest-price', direction: 'descending' },
      },
    },
    {
      title: msg`Discount`,
      className: 'w-26 max-[1279px]:hidden',
      alignRight: true,
      cell: ({ minDiscountBasisPoints = 0, maxDiscountBasisPoints = 0 }) =>
        maxDiscountBasisPoints > 0 ? (
          <span className="num">
            {`${exactPercent(minDiscountBasisPoints)} – ${exactPercent(maxDiscountBasisPoints)}`}
          </span>
        ) : (
          <NoValue>{t`None`}</NoValue>
        ),
    },
    addedColumn,
    updatedColumn,
  ],
  package: [
    priceColumn,
    {
      title: msg`Products`,
      className: 'w-44 max-lg:hidden',
      cell: ({ products }) => products && <ProductCount products={products} />,
    },
    addedColumn,
    updatedColumn,
  ],
  offer: [
    {
      title: msg`File type`,
      className: 'w-24',
      cell: ({ offer }) => offer && i18n._(fileTypeNames[offer.fileType]),
    },
    {
      title: msg`Uploaded`,
      className: 'w-40 max-[1279px]:hidden',
      sort: { key: 'created', direction: 'descending' },
      cell: ({ offer }) =>
        offer && (
          <>
            <span className="block min-w-0 truncate" title={offer.createdBy.name}>
              {offer.createdBy.name}
            </span>
            <span className="meta">
              <Time at={offer.createdAt} />
            </span>
          </>
        ),
    },
  ],
};

const Count = ({ count }: { count: number }): ReactNode => (
  <span className={count === 0 ? 'num text-ink-3' : 'num'}>{grouped(count)}</span>
);

/** Thumbnail, name and description. A press on the row edits the item, or opens an offer. */
function NameCell({ item, canManage, onOpen }: Handlers & { item: CatalogueItem }): ReactNode {
  const { kind, id, title, category, description, price } = item;
  const unitName = price?.unit && i18n._(unitNames[price.unit]);
  const facts = [unitName && t`per ${unitName}`, categoryName(kind, category), description];
  const factsLine = (
    <span className="meta block min-w-0 truncate">{facts.filter(Boolean).join(' · ')}</span>
  );
  return (
    <span className="flex items-center gap-3">
      <Cover item={item} className="aspect-square w-10 flex-none rounded-control" />
      <span className="min-w-0 grow">
        {onOpen ? (
          <button
            type="button"
            className="block w-full text-left after:absolute after:inset-0 focus-visible:-outline-offset-2"
            aria-label={t`Open ${title}`}
            onClick={() => onOpen(id)}
          >
            <Title>{title}</Title>
            {factsLine}
          </button>
        ) : canManage ? (
          <RowLink to={`/${itemNames[kind].list}/${id}/edit`} title={title}>
            {factsLine}
          </RowLink>
        ) : (
          <>
            <Title>{title}</Title>
            {factsLine}
          </>
        )}
      </span>
    </span>
  );
}

const Title = ({ children }: { children: string }): ReactNode => (
  <span className="block min-w-0 truncate font-medium" title={children}>
    {children}
  </span>
);

function PriceCell({ item: { price } }: { item: CatalogueItem }): ReactNode {
  if (!price) return null;
  const { livePricePaise, mrpPaise } = price;
  return (
    <>
      <Money as="plain" paise={livePricePaise} className="block font-medium" />
      {mrpPaise > livePricePaise && (
        // saving first, so that the MRP ends below the price
        <span className="meta num flex flex-row-reverse gap-x-1">
          <Saving price={price} />
        </span>
      )}
    </>
  );
}
