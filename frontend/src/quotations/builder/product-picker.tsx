import { t } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PackageView, ProductItem } from '#domain/catalogue/catalogue.views.js';
import { compareNames } from '#domain/kernel/order.js';
import { MAX_SEARCH_LENGTH } from '#domain/kernel/query.values.js';
import { hasEveryWord } from '../../ui/inputs/matched-parts.js';
import { useListQuery } from '../../kit/lists/list-query.js';
import { answerOf } from '../../kit/records/answer.js';
import { records } from '../../lib/records/device-cache.js';
import { refTo } from '../../lib/records/record.js';
import { queryClient } from '../../lib/query-client.js';
import { Button, IconButton } from '../../ui/buttons/button.js';
import { Money } from '../../ui/display/figures.js';
import { money } from '../../ui/display/format.js';
import { ErrorState, Loading, SkeletonRows } from '../../ui/feedback/states.js';
import { Segment } from '../../ui/inputs/choice.js';
import { SearchField } from '../../ui/inputs/input.js';
import { Row } from '../../ui/layout/surface.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import type { DialogState } from '../../ui/loading/lazy-mount.js';
import {
  linesOfPackage,
  packageLine,
  type TypedLine,
  withoutOne,
  withProduct,
} from './typed-lines.js';
import { Thumb } from '../thumb.js';
import { unitName } from '../../kit/texts/unit-names.js';
import { quotedProducts } from './quoted-products.js';

interface ProductPickerProps extends DialogState {
  lines: readonly TypedLine[];
  totalPaise: number;
  onLines: (edit: (before: readonly TypedLine[]) => readonly TypedLine[]) => void;
}

type ShownKind = 'products' | 'packages';

/** Dialog that adds products, one after the other, or a package. */
export function ProductPicker({
  open,
  onClose,
  lines,
  totalPaise,
  onLines,
}: ProductPickerProps): ReactNode {
  const [q, setQ] = useState('');
  const [shownKind, setShownKind] = useState<ShownKind>('products');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Add products`}
      closeButton
      wide
      footer={
        <Button kind="primary" size="lg" block onClick={onClose}>
          {t`Done, ${money(totalPaise)}`}
        </Button>
      }
    >
      <div className="stack h-[62dvh] min-h-0 gap-3">
        <div className="row">
          <SearchField
            label={t`Search products`}
            placeholder={t`Name or description`}
            maxLength={MAX_SEARCH_LENGTH}
            q={q}
            onSearch={setQ}
            onUnmount={setQ}
          />
        </div>
        <Segment
          label={t`What to add`}
          options={[
            { value: 'products', label: t`Products` },
            { value: 'packages', label: t`Packages` },
          ]}
          value={shownKind}
          onValue={setShownKind}
        />
        <div className="-mx-5 min-h-0 grow overflow-auto overscroll-contain md:-mx-6">
          {shownKind === 'products' ? (
            <Products q={q} lines={lines} onLines={onLines} />
          ) : (
            <Packages q={q} onLines={onLines} onAdded={onClose} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Products({
  q,
  lines,
  onLines,
}: Pick<ProductPickerProps, 'lines' | 'onLines'> & { q: string }): ReactNode {
  const list = useListQuery('/api/products', { status: 'Active', ...(q.trim() && { q }) });
  const { recent, mostUsed } = useFrequentProducts();
  const found = list.isError ? storedProducts(q) : (list.items as readonly ProductItem[]);
  const isSearch = q.trim() !== '';
  const groups = isSearch
    ? [{ title: undefined, products: found }]
    : [
        { title: t`Recent`, products: recent },
        { title: t`Most used`, products: mostUsed },
        {
          title: recent.length > 0 ? t`All products` : undefined,
          products: found.filter(
            (product) => ![...recent, ...mostUsed].some((each) => isSameProduct(each, product)),
          ),
        },
      ];
  return (
    <Loading
      when={list.isPending && !list.isError}
      label={t`Loading products`}
      skeleton={<SkeletonRows count={6} />}
    >
      {() => (
        <>
          {list.isError && found.length > 0 && (
            <p className="meta px-5 pb-2 md:px-6" role="status">
              {t`Showing the products on this device.`}
            </p>
          )}
          {groups
            .filter(({ products }) => products.length > 0)
            .map(({ title, products }) => (
              <section key={title ?? ''} aria-label={title ?? t`Products to add`}>
                {title && <h3 className="meta px-4 pt-3 pb-1 font-medium">{title}</h3>}
                <ul className="rows" aria-label={title ?? t`Products to add`}>
                  {products.map((product) => (
                    <ProductRow
                      key={product.productId}
                      product={product}
                      line={lines.find(({ productId }) => productId === product.productId)}
                      onLines={onLines}
                    />
                  ))}
                </ul>
              </section>
            ))}
          {found.length === 0 &&
            (list.isError ? (
              <LoadFailure list={list} title={t`Failed to load products`} />
            ) : (
              <p className="label px-5 py-4 text-ink-2 md:px-6" role="status">
                {isSearch ? t`No products found` : t`No products yet`}
              </p>
            ))}
          <NextPage list={list} />
        </>
      )}
    </Loading>
  );
}

type CatalogueList = ReturnType<typeof useListQuery>;

const LoadFailure = ({ list, title }: { list: CatalogueList; title: string }): ReactNode => (
  <ErrorState
    level={3}
    title={title}
    busy={list.isFetching}
    error={list.error}
    onRetry={() => void list.refetch()}
  />
);

/** Button for the next page of a list, if there is one. */
const NextPage = ({ list }: { list: CatalogueList }): ReactNode =>
  list.hasNextPage && (
    <div className="flex justify-center py-3">
      <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {t`Load More`}
      </Button>
    </div>
  );

function ProductRow({
  product,
  line,
  onLines,
}: {
  product: ProductItem;
  line: TypedLine | undefined;
  onLines: ProductPickerProps['onLines'];
}): ReactNode {
  const { name, livePricePaise, unit } = product;
  const add = (): void => onLines((before) => withProduct(before, product));
  return (
    <Row
      start={<Thumb path={product.cover?.path} />}
      title={name}
      meta={t`${money(livePricePaise)} per ${unitName(unit)}`}
      end={
        line ? (
          <>
            <IconButton
              icon={Minus}
              label={t`One ${name} less`}
              onClick={() => onLines((before) => withoutOne(before, product))}
            />
            <span className="label num min-w-6 text-center font-medium" role="status">
              {line.quantityThousandths}
            </span>
            <IconButton icon={Plus} label={t`One ${name} more`} onClick={add} />
          </>
        ) : (
          <Button kind="soft" icon={Plus} aria-label={t`Add ${name}`} onClick={add}>
            {t`Add`}
          </Button>
        )
      }
    />
  );
}

function Packages({
  q,
  onLines,
  onAdded,
}: Pick<ProductPickerProps, 'onLines'> & { q: string; onAdded: () => void }): ReactNode {
  const list = useListQuery('/api/packages', { status: 'Active', ...(q.trim() && { q }) });
  const add = (lines: readonly TypedLine[]): void => {
    onLines((before) => [...before, ...lines]);
    onAdded();
  };
  const addProductsOfPackage = async (pack: PackageView): Promise<void> =>
    add(linesOfPackage(pack, await fetchProducts(pack)));
  const found = list.isError ? [] : (list.items as readonly PackageView[]);
  return (
    <Loading
      when={list.isPending && !list.isError}
      label={t`Loading packages`}
      skeleton={<SkeletonRows count={4} />}
    >
      {() => (
        <>
          <ul className="rows" aria-label={t`Packages to add`}>
            {found.map((pack) => (
              <li key={pack.packageId} className="stack gap-2 px-4 py-3">
                <span className="row between items-start gap-3">
                  <span className="label min-w-0 font-medium wrap-anywhere">{pack.name}</span>
                  <Money paise={pack.totalPricePaise} className="label flex-none font-medium" />
                </span>
                <span className="row wrap gap-2">
                  <Button
                    kind="soft"
                    aria-label={t`Add the products of ${pack.name}`}
                    onClick={() => void addProductsOfPackage(pack)}
                  >
                    {t`Add its products`}
                  </Button>
                  <Button
                    kind="ghost"
                    aria-label={t`Add ${pack.name} as one line`}
                    onClick={() => add([packageLine(pack)])}
                  >
                    {t`As one line, 70 : 30`}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
          {found.length === 0 &&
            (list.isError ? (
              <LoadFailure list={list} title={t`Failed to load packages`} />
            ) : (
              <p className="label px-5 py-4 text-ink-2 md:px-6" role="status">
                {t`No packages found`}
              </p>
            ))}
          <NextPage list={list} />
        </>
      )}
    </Loading>
  );
}

const isSameProduct = (one: ProductItem, other: ProductItem): boolean =>
  one.productId === other.productId;
const productQuery = (productId: string) =>
  answerOf('/api/products/:productId', ['products'], { productId });
const storedProduct = (productId: string): ProductItem | undefined =>
  records.read(refTo('product', productId)) as ProductItem | undefined;

/** Active products on this device whose name or description has the searched words. */
const storedProducts = (q: string): readonly ProductItem[] =>
  (records.all('product') as readonly ProductItem[])
    .filter(
      ({ status, name, description }) =>
        status === 'Active' && hasEveryWord(`${name} ${description}`, q),
    )
    .toSorted((one, other) => compareNames(one.name, other.name));

/** Details of a package's products; those that cannot be fetched are left out. */
async function fetchProducts({ items }: PackageView): Promise<ReadonlyMap<string, ProductItem>> {
  const found = await Promise.all(
    items.map(({ productId }) =>
      queryClient.fetchQuery(productQuery(productId)).catch(() => storedProduct(productId)),
    ),
  );
  return new Map(found.flatMap((product) => (product ? [[product.productId, product]] : [])));
}

/** Active products that were quoted recently or often on this device. */
function useFrequentProducts(): {
  readonly recent: readonly ProductItem[];
  readonly mostUsed: readonly ProductItem[];
} {
  const [ids] = useState(quotedProducts.read);
  const frequentIds = [...ids.recent, ...ids.mostUsed];
  const answers = useQueries({ queries: frequentIds.map(productQuery) });
  const productAt = (index: number): ProductItem | undefined =>
    answers[index]?.data ?? storedProduct(frequentIds[index] ?? '');
  const frequent = frequentIds.map((_, index) => productAt(index));
  const isActive = (product: ProductItem | undefined): product is ProductItem =>
    product?.status === 'Active';
  return {
    recent: frequent.slice(0, ids.recent.length).filter(isActive),
    mostUsed: frequent.slice(ids.recent.length).filter(isActive),
  };
}
