import { plural, t } from '@lingui/core/macro';
import { Eye, History, MoreVertical, Pencil, Share2, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { itemNames } from '#domain/catalogue/item-names.js';
import { usePermissions } from '../lib/account/session.js';
import { useNavigate } from '../lib/navigate.js';
import { fileTypeNames } from '../kit/texts/file-type-names.js';
import { shortUnitName } from '../kit/texts/unit-names.js';
import { IconButton } from '../ui/buttons/button.js';
import { Badge } from '../ui/display/badge.js';
import { Money } from '../ui/display/figures.js';
import { exactPercent } from '../ui/display/format.js';
import { WholeName } from '../ui/display/whole-name.js';
import { InlineList } from '../ui/layout/surface.js';
import { LazyMenu } from '../ui/overlays/lazy-menu.js';
import type { MenuEntry } from '../ui/overlays/menu.js';
import { i18n, translated } from '../words/i18n.js';
import { memoized } from '../words/language.js';
import { categoryName } from './categories/categories.js';
import { ProductCount } from './item-card.js';
import { Cover } from './item-cover.js';
import { type CatalogueItem, isShareable } from './items.js';
import { useStatusToggle } from './use-status-toggle.js';

export interface ItemRowProps {
  item: CatalogueItem;
  canManage: boolean;
  /** Opens the whole item on a press, if the row shows only a part of it. */
  onOpen?: ((id: string) => void) | undefined;
  onShare: (item: CatalogueItem) => void;
  onDelete: (item: CatalogueItem) => void;
}

/** Row of a product, package or offer on a phone. */
export const ItemRow = memoized(function ItemRow(props: ItemRowProps): ReactNode {
  const { item, canManage, onOpen, onShare } = props;
  const { title, status } = item;
  return (
    <article
      className="relative flex min-h-22 items-center gap-3 py-1.5 pr-2 pl-3"
      aria-label={title}
    >
      <Cover item={item} className="aspect-square w-[min(4rem,20vw)] flex-none rounded-control" />
      <div className="flex min-w-0 grow flex-wrap items-center">
        <h2 className="label line-clamp-2 w-full font-medium text-wrap long-words">
          {onOpen ? (
            <button
              type="button"
              className="text-left after:absolute after:inset-0 focus-visible:-outline-offset-2"
              aria-label={t`Open ${title}`}
              onClick={() => onOpen(item.id)}
            >
              <WholeName>{title}</WholeName>
            </button>
          ) : (
            <WholeName>{title}</WholeName>
          )}
        </h2>
        <div className="stack min-w-min flex-1 gap-0.5">
          <Facts item={item} />
          {canManage && status === 'Inactive' && (
            <Badge tone="status-lost" className="self-start">
              {translated(status)}
            </Badge>
          )}
        </div>
        {canManage ? (
          <ItemActions {...props} />
        ) : (
          isShareable(item) && (
            <IconButton
              icon={Share2}
              label={t`Share ${title}`}
              className="relative -my-2 ml-auto size-tap"
              onClick={() => onShare(item)}
            />
          )
        )}
      </div>
    </article>
  );
});

/** Price of a product or package; file type, category and shares of an offer. */
function Facts({ item }: { item: CatalogueItem }): ReactNode {
  const { kind, category, price, offer, products, shareCount, maxDiscountBasisPoints = 0 } = item;
  if (offer)
    return (
      <p className="meta min-w-0 wrap-anywhere">
        <InlineList
          items={[
            i18n._(fileTypeNames[offer.fileType]),
            categoryName(kind, category),
            shareCount > 0 && (
              <span className="whitespace-nowrap">
                {plural(shareCount, { one: '# share', other: '# shares' })}
              </span>
            ),
          ]}
        />
      </p>
    );
  return (
    <>
      {price && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-1.5">
          <span>
            <Money as="plain" paise={price.livePricePaise} className="label font-medium" />
            <wbr />
            {price.unit && <span className="meta">/{shortUnitName(price.unit)}</span>}
          </span>
          {maxDiscountBasisPoints > 0 && (
            <span className="meta num whitespace-nowrap">
              {t`up to ${exactPercent(maxDiscountBasisPoints)} off`}
            </span>
          )}
        </p>
      )}
      {products && <ProductCount products={products} />}
    </>
  );
}

/** Menu for members who manage the item. */
export function ItemActions({ item, onShare, onDelete }: ItemRowProps): ReactNode {
  const { kind, id, title } = item;
  const { label, icon, busy, disabled, toggle } = useStatusToggle(item);
  const maySeeHistory = usePermissions()('GET /api/history/:kind/:id');
  const navigate = useNavigate();
  const path = `/${itemNames[kind].list}/${id}`;
  const shareEntries: readonly MenuEntry[] = [
    { label: t`Share ${title}`, icon: Share2, onSelect: () => onShare(item) },
    ...(kind === 'offer'
      ? []
      : [
          {
            label: t`Open the page of ${title}`,
            icon: Eye,
            onSelect: () => void open(`${path}/share`, '_blank', 'noreferrer'),
          },
        ]),
  ];
  return (
    <LazyMenu
      trigger={
        <IconButton
          icon={MoreVertical}
          label={t`Actions for ${title}`}
          className="relative ml-auto size-tap max-md:-my-2"
        />
      }
      entries={[
        ...(isShareable(item) ? shareEntries : []),
        { label: t`Edit ${title}`, icon: Pencil, onSelect: () => void navigate(`${path}/edit`) },
        { label, icon, disabled: busy || disabled, onSelect: toggle },
        ...(maySeeHistory
          ? [
              {
                kind: 'link' as const,
                label: t`History of ${title}`,
                icon: History,
                to: `${path}/history`,
              },
            ]
          : []),
        {
          label: t`Delete ${title}`,
          icon: Trash2,
          danger: true,
          onSelect: () => onDelete(item),
        },
      ]}
    />
  );
}
