import { msg, t } from '@lingui/core/macro';
import { ArrowDownUp, Files, Tag } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import {
  defaultCategory,
  type ItemKind,
  type ItemSort,
  itemKinds,
  itemSorts,
  itemStatuses,
} from '#domain/catalogue/catalogue.values.js';
import { fileKinds } from '#domain/kernel/files/files.js';
import { itemNames } from '#domain/catalogue/item-names.js';
import { useNavigate } from '../lib/navigate.js';
import {
  filterCodec,
  idParam,
  choiceParam,
  searchParam,
  useListFilters,
} from '../kit/lists/list-filters.js';
import { AddLink, ListPage } from '../kit/lists/list-page.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { answerOf } from '../kit/records/answer.js';
import { knownLead } from '../kit/leads/known-leads.js';
import { leadQuery } from '../kit/leads/lead-record.js';
import { fileTypeNames } from '../kit/texts/file-type-names.js';
import { Banner } from '../ui/feedback/banner.js';
import { lazyPart } from '../ui/loading/code.js';
import { Segment } from '../ui/inputs/choice.js';
import { InlineList } from '../ui/layout/surface.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';
import { EmptyState } from '../ui/feedback/states.js';
import { useCategories } from './categories/categories.js';
import { useIsPhone } from '../browser/media.js';
import { CategoryChips, PhoneRows } from './phone-rows.js';
import { itemColumns } from './item-columns.js';
import { ItemRow } from './item-row.js';
import { i18n, type Names, optionsOf, translated } from '../words/i18n.js';
import { itemText, sortNames } from './item-texts.js';
import { catalogueItem, type CatalogueItem } from './items.js';
import { type ShareLead, toShareLead } from './share/recipient-field.js';
import { ManagersOnly, useCanManage } from './managers-only.js';

const ShareDialog = lazyPart(() => import('./share/share-dialog.js'));
const DeleteItem = lazyPart(() => import('./delete-item.js'));
const OfferDialog = lazyPart(() => import('./offer-dialog.js'));

const statuses = ['All', ...itemStatuses] as const;
const fileTypes = ['All', ...fileKinds] as const;
const itemFilters = filterCodec({
  status: choiceParam(statuses, 'All'),
  // the default category has a name instead of an id
  categoryId: {
    ...searchParam,
    read: (text: string | null) => (text === defaultCategory ? text : (idParam.read(text) ?? '')),
  },
  fileType: choiceParam(fileTypes, 'All'),
  sort: choiceParam(itemSorts.product, 'created'),
  /** Opened offer, from a notification. */
  offer: idParam,
  /** Lead that gets the chosen item. */
  to: idParam,
  q: searchParam,
});

interface ItemListProps {
  kind: ItemKind;
  /** Shows all items with their actions; false shows active ones to share. */
  canManage: boolean;
  /** Tab of the catalogue, for members who do not manage it. */
  catalogueTab?: CatalogueTab;
}

const catalogueTabs = {
  '/catalogue': msg`Products`,
  '/catalogue/packages': msg`Packages`,
} satisfies Names<string>;
type CatalogueTab = keyof typeof catalogueTabs;

const idOf = ({ id }: CatalogueItem): string => id;

/** List of products, packages or offers, with its dialogs. */
function ItemList({ kind, canManage, catalogueTab }: ItemListProps): ReactNode {
  const navigate = useNavigate();
  const path = itemNames[kind].list;
  const pluralName = itemText('many', kind);
  const filterState = useListFilters(itemFilters);
  const { filters, change } = filterState;
  const { offer: _, to: recipientLeadId, sort: sortParam, ...params } = itemFilters.params(filters);
  const sorts: readonly ItemSort[] = itemSorts[kind];
  // the address may name a sort order that only another kind of item has
  const sort = sorts.includes(filters.sort) ? sortParam : undefined;
  const lead = useShareLead(recipientLeadId);
  const isPhone = useIsPhone();
  const gstText = useGstText(kind);
  const list = useListQuery(
    `/api/${path}` as const,
    { ...params, ...(sort && { sort }) } as typeof params,
    { isTable: true },
  );
  const items = useMemo(() => list.items.map((item) => catalogueItem(item)), [list.items]);
  const { options: categories } = useCategories(kind);
  const hasCategoryChips = isPhone && categories.length > 1;
  const [itemToShare, setItemToShare] = useState<CatalogueItem>();
  const [itemToDelete, setItemToDelete] = useState<CatalogueItem>();
  const setOpenedOffer = useCallback((offer?: string) => change({ offer }), [change]);
  const counts = list.first?.counts;
  const statusTabs = canManage || kind === 'offer' ? statuses : (['All'] as const);
  const rowActions = useMemo(
    () => ({
      canManage,
      onOpen: kind === 'offer' ? setOpenedOffer : undefined,
      onShare: setItemToShare,
      onDelete: setItemToDelete,
    }),
    [canManage, kind, setOpenedOffer],
  );
  const columns = useMemo(() => itemColumns(kind, rowActions), [kind, rowActions]);
  const addLink = canManage && <AddLink to={`/${path}/new`}>{itemText('add', kind)}</AddLink>;
  return (
    <>
      <ListPage
        title={catalogueTab ? t`Catalogue` : pluralName}
        noun={kind}
        actions={addLink}
        controls={{
          filterState,
          search: {
            label: t`Search ${pluralName}`,
            placeholder: kind === 'offer' ? t`Title, description or tag` : t`Name or description`,
          },
          filters: [
            ...(isPhone
              ? []
              : [
                  {
                    name: 'categoryId' as const,
                    icon: Tag,
                    label: t`Category`,
                    options: [{ value: '', label: t`All categories` }, ...categories],
                    isSearchable: true,
                  },
                ]),
            ...(kind === 'offer'
              ? [
                  {
                    name: 'fileType' as const,
                    icon: Files,
                    label: t`File type`,
                    options: [{ value: 'All', label: t`All files` }, ...optionsOf(fileTypeNames)],
                  },
                ]
              : []),
            {
              name: 'sort',
              icon: ArrowDownUp,
              label: t`Sort by`,
              options: sorts.map((value) => ({ value, label: i18n._(sortNames[value]) })),
              isSortOrder: true,
            },
          ],
          tools: (
            <>
              {catalogueTab && (
                <div className="flex items-center justify-between gap-3 max-md:w-full">
                  <Segment
                    label={t`What is listed`}
                    options={optionsOf(catalogueTabs)}
                    value={catalogueTab}
                    onValue={(tabPath) =>
                      void navigate(
                        recipientLeadId ? `${tabPath}?to=${recipientLeadId}` : tabPath,
                        { replace: true },
                      )
                    }
                  />
                  {isPhone && gstText && <span className="meta text-right">{gstText}</span>}
                </div>
              )}
              {hasCategoryChips && (
                <CategoryChips
                  categories={categories}
                  chosen={filters.categoryId}
                  onChoose={(categoryId) => change({ categoryId })}
                />
              )}
            </>
          ),
        }}
        tabs={{
          name: 'status',
          label: t`Status`,
          tabs: statusTabs.map((status) => ({
            value: status,
            label: translated(status),
            count: counts?.[status],
          })),
          below: (sort || (addLink && gstText)) && (
            <p className="meta mb-2 md:hidden">
              <InlineList items={[sort && i18n._(sortNames[sort]), addLink && gstText]} />
            </p>
          ),
        }}
        list={{ ...list, items, total: list.first?.total }}
        empty={{
          noMatchTitle:
            itemFilters.isFiltered(filters, 'offer', 'to', 'sort') && itemText('none', kind),
          noMatchText: t`Try adjusting your search or filters`,
          content: (
            <EmptyState title={itemText('none', kind)} art="trace" action={addLink || undefined}>
              {kind === 'offer'
                ? t`Get started by uploading your first offer`
                : t`What is active can be shared with customers.`}
            </EmptyState>
          ),
        }}
        above={
          lead && (
            <Banner inset tone="info">
              {t`Choose what ${lead.name} gets.`}
            </Banner>
          )
        }
        rows={
          isPhone
            ? () => (
                <PhoneRows
                  kind={kind}
                  label={pluralName}
                  items={items}
                  row={(item) => <ItemRow {...rowActions} item={item} />}
                  hasFrequent={!canManage && !itemFilters.isFiltered(filters, 'offer', 'to')}
                />
              )
            : {
                label: pluralName,
                keyOf: idOf,
                columns,
                sort: {
                  key: sort ?? 'created',
                  defaultKey: 'created',
                  onSort: (sortKey) => change({ sort: sortKey as typeof filters.sort }),
                },
                card: (item) => <ItemRow {...rowActions} item={item} />,
              }
        }
      />
      {kind === 'offer' && (
        <LazyMount when={filters.offer !== undefined}>
          <OfferDialog
            offerId={filters.offer}
            onClose={() => setOpenedOffer()}
            onShare={setItemToShare}
          />
        </LazyMount>
      )}
      <LazyMount when={itemToShare !== undefined}>
        {itemToShare && (
          <ShareDialog
            item={itemToShare}
            to={lead}
            open
            onClose={() => setItemToShare(undefined)}
          />
        )}
      </LazyMount>
      <LazyMount when={itemToDelete !== undefined}>
        {itemToDelete && (
          <DeleteItem item={itemToDelete} open onClose={() => setItemToDelete(undefined)} />
        )}
      </LazyMount>
    </>
  );
}

/** Whether shown prices include GST; undefined for offers, and where no GST is charged. */
function useGstText(kind: ItemKind): string | undefined {
  const { data } = useQuery({
    ...answerOf('/api/quotation-settings', ['quotation-settings'], {}),
    enabled: kind !== 'offer',
  });
  if (data?.gstRegistration !== 'regular') return undefined;
  return data.pricesIncludeGst ? t`Prices include GST` : t`Prices without GST`;
}

/** Lead to share with, from the address; undefined until it has loaded, or without a number. */
function useShareLead(leadId: string | undefined): ShareLead | undefined {
  const { data } = useQuery({ ...leadQuery(leadId ?? ''), enabled: leadId !== undefined });
  return leadId === undefined ? undefined : toShareLead(data ?? knownLead(leadId));
}

/** `/products`, `/packages`, `/offers`, and `/catalogue` with the items that reps share. */
export default function ItemsPage(): ReactNode {
  const { pathname } = useLocation();
  const catalogueTab = pathname in catalogueTabs ? (pathname as CatalogueTab) : undefined;
  const kind =
    catalogueTab === '/catalogue'
      ? 'product'
      : (itemKinds.find((each) => pathname.endsWith(`/${itemNames[each].list}`)) ?? 'offer');
  const canManage = useCanManage(kind) && !catalogueTab;
  const list = (
    <ItemList key={kind} kind={kind} canManage={canManage} catalogueTab={catalogueTab} />
  );
  return kind === 'offer' || catalogueTab ? list : <ManagersOnly kind={kind}>{list}</ManagersOnly>;
}
