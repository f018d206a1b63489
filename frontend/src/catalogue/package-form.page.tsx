import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Minus, Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PackageItem } from '#domain/catalogue/catalogue.commands.js';
import type { ItemStatus } from '#domain/catalogue/catalogue.values.js';
import type { IncludedProduct, PackageView, ProductItem, ProductList } from '#domain/catalogue/catalogue.views.js';
import { packageTotals } from '#domain/catalogue/totals.js';
import { get } from '../lib/api.js';
import { FormField } from '../shared/command-dialog.js';
import { Search } from '../shared/filtering.js';
import { counted } from '../shared/nouns.js';
import type { ChosenFile } from '../shared/use-photos.js';
import { Badge } from '../ui/badge.js';
import { Button, IconButton } from '../ui/button.js';
import { FieldError } from '../ui/field.js';
import { TextArea } from '../ui/input.js';
import { translated } from '../words/i18n.js';
import { CategoryField } from './category-field.js';
import { ImagesField } from './images-field.js';
import { ItemForm, type ItemFieldsProps } from './item-form.js';
import { ItemPreview } from './item-preview.js';
import { plainMoney } from './share-texts.js';

const activeOnly: ItemStatus = 'Active';
/** Without a search no more are offered. */
const shownFirst = 3;

/** What the form has to know of a product beside how many there are of it. */
type Known = Readonly<Record<string, Omit<IncludedProduct, 'quantity'> | undefined>>;

const valuesOf = (kit?: PackageView) => ({
  name: kit?.name ?? '',
  description: kit?.description ?? '',
  imageFileId: kit?.imageFileId ?? '',
  categoryId: kit?.categoryId ?? '',
  items: (kit?.items ?? []).map(({ productId, quantity }): PackageItem => ({ productId, quantity })),
  files: [] as readonly ChosenFile[],
});
type Values = ReturnType<typeof valuesOf>;

const textOf = (field: keyof Values, values: Values): string =>
  field === 'items' ? counted(values.items.length, 'product') : String(values[field] || t`None`);

/** `/packages/new` and `/packages/{id}/edit`. */
export default function PackageFormPage(): ReactNode {
  return <ItemForm kind="package" valuesOf={valuesOf} Fields={PackageFields} textOf={textOf} />;
}

const known = ({ productId, name, unit, mrpPaise, livePricePaise, status, imageFileIds = [] }: ProductItem) => {
  const [imageFileId] = imageFileIds;
  return { productId, name, unit, mrpPaise, livePricePaise, status, ...(imageFileId !== undefined && { imageFileId }) };
};

/** The products that are looked for, and those in the package that came from a draft. */
function useProducts(q: string, items: readonly PackageItem[], now: PackageView | undefined) {
  const { data, isError } = useQuery({
    queryKey: ['products', { ...(q && { q }) }, 'picker'],
    queryFn: ({ signal }) => get<ProductList>('/api/products', { status: activeOnly, q }, { signal }),
    meta: { views: ['products'] },
  });
  const [chosen, setChosen] = useState<Known>({});
  const ofPackage = Object.fromEntries((now?.items ?? []).map((item) => [item.productId, item]));
  const found = Object.fromEntries((data?.items ?? []).map((item) => [item.productId, known(item)]));
  const all: Known = { ...ofPackage, ...chosen, ...found };
  const missing = items.map(({ productId }) => productId).filter((productId) => !all[productId]);
  const others = useQuery({
    enabled: missing.length > 0,
    queryKey: ['products-of-draft', ...missing],
    queryFn: async ({ signal }) => {
      const each = missing.map((productId) => get<ProductItem>(`/api/products/${productId}`, {}, { signal }).then(known, () => undefined));
      return Object.fromEntries((await Promise.all(each)).flatMap((product) => (product ? [[product.productId, product]] : [])));
    },
    meta: { views: ['products'] },
  });
  return {
    offered: (data?.items ?? []).slice(0, q === '' ? shownFirst : undefined),
    isError,
    known: { ...others.data, ...all } as Known,
    remember: (product: ProductItem) => setChosen((before) => ({ ...before, [product.productId]: known(product) })),
  };
}

function PackageFields({ form, now }: ItemFieldsProps<'package', Values>): ReactNode {
  const [q, setQ] = useState('');
  const [items, files, imageFileId] = [form.watch('items'), form.watch('files'), form.watch('imageFileId')];
  const products = useProducts(q, items, now);
  const setQuantity = (productId: string, quantity: number): void => {
    const others = form.get('items');
    const isThere = others.some((item) => item.productId === productId);
    const changed = others.map((item) => (item.productId === productId ? { productId, quantity } : item));
    form.set(
      'items',
      quantity <= 0 ? others.filter((item) => item.productId !== productId) : isThere ? changed : [...others, { productId, quantity }],
    );
  };
  const quantityOf = (productId: string): number => form.get('items').find((item) => item.productId === productId)?.quantity ?? 0;
  const priced = items.flatMap(({ productId, quantity }) => {
    const product = products.known[productId];
    return product?.status === 'Active' ? [{ ...product, quantity }] : [];
  });
  const totals = packageTotals(priced);
  const fileIds = imageFileId === '' ? [] : [imageFileId];
  return (
    <div className="form-page-grid">
      <div className="sec">
        <FormField form={form} name="name" label={t`Name`} autoComplete="off" />
        <FormField form={form} name="description" label={t`Description`} as={TextArea} rows={4} />
        <CategoryField
          kind="package"
          value={form.watch('categoryId')}
          onValue={(categoryId) => form.set('categoryId', categoryId)}
          known={now?.category}
          error={form.error('categoryId')}
        />
        <ImagesField
          fileIds={fileIds}
          files={files}
          most={1}
          error={form.error('imageFileId') ?? form.error('files')}
          onChange={([fileId = ''], chosen) => {
            form.set('imageFileId', fileId);
            form.set('files', chosen);
          }}
        />
        <section className="stack gap-3" aria-label={t`Products`}>
          <h2 className="t3">
            <Trans>Products</Trans>
          </h2>
          {form.error('items') && <FieldError>{form.error('items')}</FieldError>}
          {items.length > 0 && (
            <ul className="rows" aria-label={t`Products in this package`}>
              {items.map(({ productId, quantity }) => (
                <Included
                  key={productId}
                  product={products.known[productId]}
                  quantity={quantity}
                  onQuantity={(wanted) => setQuantity(productId, wanted)}
                />
              ))}
            </ul>
          )}
          <Search label={t`Search products`} placeholder={t`Name or description`} q={q} onSearch={setQ} />
          {products.isError && (
            <p role="status">
              <Trans>Failed to load products. Please try refreshing the page.</Trans>
            </p>
          )}
          <ul className="rows" aria-label={t`Products to add`}>
            {products.offered.map((product) => (
              <li key={product.productId} className="list-row">
                <span className="grow min-w-0">
                  <span className="label medium clamp2">{product.name}</span>
                  <span className="meta num block">
                    <Trans>
                      {plainMoney(product.livePricePaise)} per {product.unit}
                    </Trans>
                  </span>
                </span>
                <Button
                  kind="soft"
                  icon={Plus}
                  aria-label={t`Add ${product.name}`}
                  onClick={() => {
                    products.remember(product);
                    setQuantity(product.productId, quantityOf(product.productId) + 1);
                  }}
                >
                  <Trans>Add</Trans>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <ItemPreview
        title={form.watch('name')}
        description={form.watch('description')}
        price={{ livePricePaise: totals.totalPricePaise, mrpPaise: totals.totalMrpPaise, unit: undefined }}
        fileIds={fileIds}
        files={files}
      >
        <dl className="kv num" aria-label={t`Totals`}>
          <dt>
            <Trans>Total MRP</Trans>
          </dt>
          <dd>{plainMoney(totals.totalMrpPaise)}</dd>
          <dt>
            <Trans>Total price</Trans>
          </dt>
          <dd>{plainMoney(totals.totalPricePaise)}</dd>
          <dt>
            <Trans>Savings</Trans>
          </dt>
          <dd>
            {plainMoney(totals.savingsPaise)} ({totals.discountPercent.toFixed(1)}%)
          </dd>
        </dl>
      </ItemPreview>
    </div>
  );
}

interface IncludedProps {
  product: Omit<IncludedProduct, 'quantity'> | undefined;
  quantity: number;
  onQuantity: (quantity: number) => void;
}

/** None left: it is taken out. What is not active any more counts for nothing. */
function Included({ product, quantity, onQuantity }: IncludedProps): ReactNode {
  const name = product?.name ?? 'A product that was deleted';
  return (
    <li className="list-row wrap">
      <span className="grow min-w-32">
        <span className="label medium clamp2">{name}</span>
        {product && product.status !== 'Deleted' && <span className="meta num block">{plainMoney(product.livePricePaise * quantity)}</span>}
        {product && product.status !== 'Active' && (
          <Badge tone="status-lost">
            <Trans>{translated(product.status)}, not included</Trans>
          </Badge>
        )}
      </span>
      <span className="row gap-0">
        <IconButton icon={Minus} label={t`One ${name} less`} onClick={() => onQuantity(quantity - 1)} />
        <input
          className="input num w-20 text-center"
          aria-label={t`Quantity of ${name}`}
          inputMode="numeric"
          value={quantity}
          onChange={({ target }) => {
            const typed = Number(target.value.replace(/\D/g, ''));
            if (typed > 0) onQuantity(typed);
          }}
        />
        <IconButton icon={Plus} label={t`One ${name} more`} onClick={() => onQuantity(quantity + 1)} />
        <IconButton icon={X} label={t`Remove ${name}`} onClick={() => onQuantity(0)} />
      </span>
    </li>
  );
}
