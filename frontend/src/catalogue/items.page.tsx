import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Tag } from 'lucide-react';
import { lazy, type ReactNode, useCallback, useMemo, useState } from 'react';
import { defaultCategory, type ItemKind, itemStatuses, offerFileTypes } from '#domain/catalogue/catalogue.values.js';
import type { OfferList, PackageList, ProductList } from '#domain/catalogue/catalogue.views.js';
import { MenuChip, Search } from '../shared/filtering.js';
import { filterCodec, oneOf, searchParam, useListFilters } from '../shared/list-filters.js';
import { ListPage, NoMatch } from '../shared/list-page.js';
import { useListQuery } from '../shared/list-query.js';
import { ListRows } from '../shared/list-rows.js';
import { ButtonLink } from '../ui/button.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { EmptyState } from '../ui/states.js';
import { useCategories } from './categories.js';
import { ItemCard } from './item-card.js';
import { i18n, translated } from '../words/i18n.js';
import { addNames, asItem, type CatalogueItem, kinds, kindTitles, listenToCatalogue, viewsOf } from './items.js';
import './catalogue.css';

listenToCatalogue();

const ShareDialog = lazy(() => import('./share-dialog.js'));
const DeleteItem = lazy(() => import('./delete-item.js'));

const statuses = ['All', ...itemStatuses] as const;
const fileTypes = ['All', ...offerFileTypes] as const;
const isId = /^[\da-f-]{36}$/;
const itemFilters = filterCodec({
  status: oneOf(statuses, 'All'),
  categoryId: { none: '', read: (text: string | null) => (text === defaultCategory || (text !== null && isId.test(text)) ? text : '') },
  fileType: oneOf(fileTypes, 'All'),
  q: searchParam,
});

interface ItemListProps {
  kind: ItemKind;
  title?: string;
  /** With everything that can be done about them; without it only what is active is there, to be shared. */
  manages: boolean;
  /** Instead of the statuses, over what is listed. */
  above?: ReactNode;
}

const nothing = { product: () => t`No products found`, package: () => t`No packages found`, offer: () => t`No offers found` };

const idOf = ({ id }: CatalogueItem): string => id;

/** A list of products, packages or offers: search, filters, cards, and the dialogs of one of them; live. */
export function ItemList({ kind, title, manages, above }: ItemListProps): ReactNode {
  const path = kinds[kind].list;
  const many = i18n._(kindTitles[kind]);
  const { filters, change, clear } = useListFilters(itemFilters);
  const list = useListQuery<typeof path, ProductList | PackageList | OfferList>(path, itemFilters.params(filters), viewsOf[kind]);
  const items = useMemo(() => list.items.map((item) => asItem(item)), [list.items]);
  const categories = useCategories(kind);
  const [sharing, setSharing] = useState<CatalogueItem>();
  const [deleting, setDeleting] = useState<CatalogueItem>();
  const share = useCallback((item: CatalogueItem) => setSharing(item), []);
  const remove = useCallback((item: CatalogueItem) => setDeleting(item), []);
  const category = categories.find(({ value }) => value === filters.categoryId)?.label;
  const counts = list.first?.counts;
  const shown = manages || kind === 'offer' ? statuses : (['All'] as const);
  const addLink = manages && (
    <ButtonLink kind="primary" to={`/${path}/new`}>
      {i18n._(addNames[kind])}
    </ButtonLink>
  );
  return (
    <>
      <ListPage
        title={title ?? many}
        what={kind}
        actions={addLink}
        tools={
          <div className="row wrap">
            {above}
            <Search
              label={t`Search ${many}`}
              placeholder={kind === 'offer' ? t`Title, description or tag` : t`Name or description`}
              q={filters.q}
              onSearch={(q) => change({ q })}
            />
            <MenuChip
              icon={Tag}
              label={t`Category`}
              words={category ?? t`All categories`}
              value={filters.categoryId}
              options={[{ value: '', label: t`All categories` }, ...categories]}
              onValue={(categoryId) => change({ categoryId })}
            />
            {kind === 'offer' && (
              <MenuChip
                icon={Tag}
                label={t`File type`}
                words={filters.fileType === 'All' ? t`All files` : filters.fileType}
                value={filters.fileType}
                options={fileTypes.map((value) => ({ value, label: value === 'All' ? t`All files` : translated(value) }))}
                onValue={(fileType) => change({ fileType: oneOf(fileTypes, 'All').read(fileType) })}
              />
            )}
          </div>
        }
        tabs={{
          label: t`Status`,
          value: filters.status,
          onValue: (status) => change({ status }),
          tabs: shown.map((status) => ({ value: status, label: translated(status), count: counts?.[status] })),
        }}
        list={list}
        total={list.first?.total}
        empty={
          itemFilters.isFiltered(filters) ? (
            <NoMatch title={nothing[kind]()} onClear={clear}>
              <Trans>Try adjusting your search or filters</Trans>
            </NoMatch>
          ) : (
            <EmptyState title={nothing[kind]()} art="trace" action={addLink || undefined}>
              {kind === 'offer' ? (
                <Trans>Get started by uploading your first offer</Trans>
              ) : (
                <Trans>What is active can be shared with customers.</Trans>
              )}
            </EmptyState>
          )
        }
      >
        {() => (
          <ListRows
            label={many}
            items={items}
            keyOf={idOf}
            className="items"
            cardClassName="card"
            card={(item) => <ItemCard item={item} manages={manages} onShare={share} onDelete={remove} />}
          />
        )}
      </ListPage>
      <LazyMount when={sharing !== undefined}>{sharing && <ShareDialog item={sharing} open onClose={() => setSharing(undefined)} />}</LazyMount>
      <LazyMount when={deleting !== undefined}>{deleting && <DeleteItem item={deleting} open onClose={() => setDeleting(undefined)} />}</LazyMount>
    </>
  );
}
