import { t } from '@lingui/core/macro';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { piecesInPackage } from '#domain/catalogue/catalogue.commands.js';
import type { ItemStatus } from '#domain/catalogue/catalogue.values.js';
import type {
  IncludedProduct,
  PackageView,
  ProductItem,
} from '#domain/catalogue/catalogue.views.js';
import { packageTotals } from '#domain/catalogue/totals.js';
import { MAX_SEARCH_LENGTH } from '#domain/kernel/query.values.js';
import { get } from '../../lib/server/api.js';
import { records } from '../../lib/records/device-cache.js';
import { isMissing } from '../../lib/query-client.js';
import { FormField } from '../../kit/forms/command-dialog.js';
import { textFieldValues } from '../../kit/forms/command-input.js';
import { countedNoun } from '../../kit/texts/nouns.js';
import { isObject, isText } from '../../kit/forms/stored-shapes.js';
import { toastWithUndo } from '../../kit/commands/undo.js';
import type { ChosenFile } from '../../kit/capture/use-photos.js';
import { FormColumns, FormSection } from '../../kit/forms/form-page.js';
import { useCommandForm } from '../../kit/forms/use-command-form.js';
import { Badge } from '../../ui/display/badge.js';
import { Button } from '../../ui/buttons/button.js';
import { FieldSet } from '../../ui/inputs/field.js';
import { SearchField, TextArea } from '../../ui/inputs/input.js';
import { type Quantity, QuantityField } from '../../ui/inputs/quantity-field.js';
import { DescriptionList } from '../../ui/layout/description.js';
import { Row } from '../../ui/layout/surface.js';
import { i18n, translated } from '../../words/i18n.js';
import { CategoryField } from '../categories/category-field.js';
import { unitNames } from '../../kit/texts/unit-names.js';
import { recordsOfKind } from '../items.js';
import { ImagesField } from './images-field.js';
import { ItemForm, type ItemFieldsProps, type UseItemForm } from './item-form.js';
import { ItemPreview } from './item-preview.js';
import { money } from '../../ui/display/format.js';

const imageIdsOf = (imageFileId: string): readonly string[] =>
  imageFileId === '' ? [] : [imageFileId];
const ACTIVE: ItemStatus = 'Active';
/** Number of products offered before a search. */
const MAX_OFFERED_UNSEARCHED = 3;

/** Product of the package, with its quantity as typed. */
type TypedItem = { readonly productId: string; readonly quantity: Quantity };
/** Number of pieces; an invalid quantity counts as zero. */
const piecesIn = (quantity: Quantity | undefined): number =>
  piecesInPackage.safeParse(quantity).data ?? 0;

/** Facts of a product, without its quantity. */
type ProductFacts = Pick<IncludedProduct, 'name' | 'mrpPaise' | 'livePricePaise' | 'status'>;

const isTypedItem = (stored: unknown): boolean =>
  isObject(stored) &&
  isText(stored['productId']) &&
  ['string', 'number'].includes(typeof stored['quantity']);

const valuesOf = (edited?: PackageView) => ({
  ...textFieldValues(edited, 'name', 'description', 'imageFileId', 'categoryId'),
  items: (edited?.items ?? []).map(({ productId, quantity }): TypedItem => ({
    productId,
    quantity,
  })),
  files: [] as readonly ChosenFile[],
  // typed beside the fields of the command
  beside: { newCategory: '' },
});
type Values = ReturnType<typeof valuesOf>;

const textOf = (field: keyof Values, values: Values): string =>
  field === 'items'
    ? countedNoun(values.items.length, 'product')
    : String(values[field] || t`None`);

const usePackageForm: UseItemForm<Values> = (packageId, options) =>
  useCommandForm(packageId ? 'EditPackage' : 'AddPackage', {
    ...options,
    maxFiles: 1,
    shapes: { items: (stored) => Array.isArray(stored) && stored.every(isTypedItem) },
    ...(packageId
      ? { untypedFields: { packageId } }
      : { untypedFields: {}, newIdField: 'packageId' }),
  });

/** `/packages/new` and `/packages/{id}/edit`. */
export default function PackageFormPage(): ReactNode {
  return (
    <ItemForm
      kind="package"
      valuesOf={valuesOf}
      useForm={usePackageForm}
      Fields={PackageFields}
      labels={{ files: t`Image` }}
      textOf={textOf}
    />
  );
}

const productRecords = recordsOfKind('product');

/** Current facts of a product, with the status `Deleted` if it is gone. */
const currentFacts = ({
  data,
  error,
}: Pick<UseQueryResult<ProductItem>, 'data' | 'error'>): ProductFacts | undefined =>
  isMissing(error) ? { name: data?.name, status: 'Deleted', mrpPaise: 0, livePricePaise: 0 } : data;

/** Search for products, and facts of the package's products. */
function useProducts(q: string, items: readonly TypedItem[], stored: PackageView | undefined) {
  const { data, isError } = useQuery({
    queryKey: ['products', { ...(q && { q }) }, 'picker'],
    queryFn: ({ signal }) => get('/api/products', { status: ACTIVE, q }, { signal }),
    meta: { views: ['products'] },
  });
  const factsInPackage: Readonly<Record<string, ProductFacts | undefined>> = Object.fromEntries(
    (stored?.items ?? []).map((item) => [item.productId, item]),
  );
  const addedIds = items
    .map(({ productId }) => productId)
    .filter((productId) => !factsInPackage[productId]);
  const productQueries = useQueries({
    queries: addedIds.map((productId) => ({ ...productRecords.query(productId), staleTime: 0 })),
  });
  const productOf = (productId: string): ProductFacts | undefined =>
    factsInPackage[productId] ?? currentFacts(productQueries[addedIds.indexOf(productId)]!);
  /** Whether a product is paused or deleted; false while its status is unknown. */
  const isInactive = (productId: string): boolean =>
    (productOf(productId)?.status ?? ACTIVE) !== ACTIVE;
  return {
    offered: (data?.items ?? []).slice(0, q === '' ? MAX_OFFERED_UNSEARCHED : undefined),
    isLoaded: data !== undefined,
    isError,
    productOf,
    isInactive,
    /** Inactive products among the added ones. The package is refused while it has any. */
    inactiveIds: addedIds.filter(isInactive),
    /** Stores a product that the search returned. */
    store: (product: ProductItem) => records.put('product', [product]),
  };
}

function PackageFields({ form, stored }: ItemFieldsProps<'package', Values>): ReactNode {
  const [q, setQ] = useState('');
  const items = form.watch('items');
  const files = form.watch('files');
  const imageFileId = form.watch('imageFileId');
  const products = useProducts(q, items, stored);
  const quantityOf = (productId: string): Quantity | undefined =>
    form.get('items').find((item) => item.productId === productId)?.quantity;
  const setQuantity = (
    productId: string,
    quantity: Quantity,
    index = form.get('items').length,
  ): void => {
    const before = form.get('items');
    const item = { productId, quantity };
    form.set(
      'items',
      quantityOf(productId) === undefined
        ? before.toSpliced(index, 0, item)
        : before.map((one) => (one.productId === productId ? item : one)),
    );
  };
  const remove = (productId: string, removedQuantity: Quantity): void => {
    const index = form.get('items').findIndex((item) => item.productId === productId);
    form.set('items', form.get('items').toSpliced(index, 1));
    toastWithUndo(t`Product removed`, () => {
      if (quantityOf(productId) === undefined) setQuantity(productId, removedQuantity, index);
    });
  };
  const activeProducts = items.flatMap(({ productId, quantity }) => {
    const product = products.productOf(productId);
    return product?.status === ACTIVE ? [{ ...product, quantity: piecesIn(quantity) }] : [];
  });
  const { totalMrpPaise, totalPricePaise, savingsPaise, discountPercent } =
    packageTotals(activeProducts);
  const sums = [
    [t`Total MRP`, money(totalMrpPaise)],
    [t`Total price`, money(totalPricePaise)],
    [
      t`Savings`,
      discountPercent > 0
        ? `${money(savingsPaise)} (${discountPercent.toFixed(1)}%)`
        : money(savingsPaise),
    ],
  ] as const;
  const hasInactiveProduct = items.some(({ productId }) => products.isInactive(productId));
  return (
    <FormColumns>
      <FormSection>
        <FormField form={form} name="name" autoComplete="off" />
        <FormField form={form} name="description" as={TextArea} rows={4} />
        <CategoryField form={form} kind="package" storedName={stored?.category} />
        <ImagesField
          fileIds={imageIdsOf(imageFileId)}
          files={files}
          max={1}
          form={form}
          error={form.error('imageFileId') ?? form.error('files')}
          onChange={(change) => {
            const images = change({
              fileIds: imageIdsOf(form.get('imageFileId')),
              files: form.get('files'),
            });
            form.set('imageFileId', images.fileIds[0] ?? '');
            form.set('files', images.files);
          }}
        />
        <FieldSet
          label={t`Products`}
          error={form.error('items')}
          hint={
            hasInactiveProduct &&
            t`Customers do not see this package while a product in it is not active.`
          }
        >
          {items.length > 0 && (
            <ul className="rows" aria-label={t`Products in this package`}>
              {items.map(({ productId, quantity }) => (
                <ProductRow
                  key={productId}
                  product={products.productOf(productId)}
                  isInactive={products.inactiveIds.includes(productId)}
                  quantity={quantity}
                  onQuantity={(typed) => setQuantity(productId, typed)}
                  onNone={(lastQuantity) => remove(productId, lastQuantity)}
                />
              ))}
            </ul>
          )}
          <SearchField
            label={t`Search products`}
            placeholder={t`Name or description`}
            maxLength={MAX_SEARCH_LENGTH}
            q={q}
            onSearch={setQ}
          />
          {products.isError && (
            <p role="status">{t`Failed to load products. Please try refreshing the page.`}</p>
          )}
          <ul className="rows" aria-label={t`Products to add`}>
            {products.offered.map((product, index) => (
              <Row
                key={product.productId}
                title={product.name}
                meta={t`${money(product.livePricePaise)} per ${i18n._(unitNames[product.unit])}`}
                end={
                  <Button
                    kind="soft"
                    icon={Plus}
                    name={index === 0 ? 'items' : undefined}
                    aria-label={t`Add ${product.name}`}
                    onClick={() => {
                      products.store(product);
                      setQuantity(product.productId, piecesIn(quantityOf(product.productId)) + 1);
                    }}
                  >
                    {t`Add`}
                  </Button>
                }
              />
            ))}
          </ul>
          {q !== '' && products.isLoaded && products.offered.length === 0 && (
            <p className="label text-ink-2" role="status">
              {t`No products found`}
            </p>
          )}
        </FieldSet>
      </FormSection>
      <ItemPreview
        title={form.watch('name') || t`Name`}
        description={form.watch('description')}
        price={{ livePricePaise: totalPricePaise, mrpPaise: totalMrpPaise }}
        fileIds={imageIdsOf(imageFileId)}
        files={files}
      >
        <DescriptionList className="num" label={t`Totals`} items={sums} />
      </ItemPreview>
    </FormColumns>
  );
}

interface ProductRowProps {
  product: ProductFacts | undefined;
  /** Whether the product was paused or deleted after it was added here. */
  isInactive: boolean;
  quantity: Quantity;
  onQuantity: (quantity: Quantity) => void;
  onNone: (lastQuantity: Quantity) => void;
}

/** Product of the package; a quantity of zero removes it. An inactive one is not in the totals. */
function ProductRow({ product, isInactive, quantity, ...handlers }: ProductRowProps): ReactNode {
  const name = product
    ? (product.name ?? t`A product that was deleted`)
    : t`Not on this device yet`;
  return (
    <li className="list-row wrap">
      <span className="grow min-w-32">
        <span className="label font-medium line-clamp-2 min-w-0 wrap-anywhere">{name}</span>
        {product?.status && product.status !== 'Deleted' && (
          <span className="meta num block">
            {money(product.livePricePaise * piecesIn(quantity))}
          </span>
        )}
        {product?.status && product.status !== ACTIVE && (
          <Badge tone="status-lost">{t`${translated(product.status)}, not included`}</Badge>
        )}
        {isInactive && <span className="meta block">{t`Remove it to save the package.`}</span>}
      </span>
      <QuantityField
        name={name}
        quantity={quantity}
        error={piecesInPackage.safeParse(quantity).error?.issues[0]?.message}
        {...handlers}
      />
    </li>
  );
}
