import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import type { ProductItem } from '#domain/catalogue/catalogue.views.js';
import type { QuotedProduct } from '#domain/quotations/quotation.views.js';
import { useRows } from '../../kit/records/use-records.js';
import { refTo } from '../../lib/records/record.js';
import { amountText, exactPercent, plainMoney } from '../../ui/display/format.js';
import { type DiscountRange, discountOf, isInRange, type TypedLine } from './typed-lines.js';

/** Current values of products, from the server or from this device. */
export type CurrentProducts = ReadonlyMap<string, QuotedProduct>;

const currentStateOf = (product: ProductItem): QuotedProduct => ({
  productId: product.productId,
  isActive: product.status === 'Active',
  livePricePaise: product.livePricePaise,
  minDiscountBasisPoints: product.minDiscountBasisPoints,
  maxDiscountBasisPoints: product.maxDiscountBasisPoints,
  ...(product.cover && { picture: product.cover.path }),
});

/**
 * Current values of the products of these lines.
 * @param fetchedProducts products of the server's answer; those on this device replace them
 */
export function useCurrentProducts(
  lines: readonly TypedLine[],
  fetchedProducts: readonly QuotedProduct[] = [],
): CurrentProducts {
  // joined, so that equal ids give the same references in each render
  const idsText = [...new Set(lines.map(({ productId }) => productId))].filter(Boolean).join(' ');
  const refs = useMemo(() => idsText.split(' ').map((id) => refTo('product', id)), [idsText]);
  const storedProducts = useRows(refs) as readonly ProductItem[] | undefined;
  return useMemo(
    () =>
      new Map(
        [...fetchedProducts, ...(storedProducts ?? []).map(currentStateOf)].map((each) => [
          each.productId,
          each,
        ]),
      ),
    [fetchedProducts, storedProducts],
  );
}

/** Difference between a line and its product, with values that would remove the difference. */
export interface LineChange {
  readonly text: string;
  readonly action: string;
  /** New values of the line; left out if the line has to be removed. */
  readonly values?: Partial<TypedLine>;
}

/**
 * Changes of the line's product since the line was made.
 * @param current the product's current values
 * @param range allowed discounts; undefined for members who may leave the range
 */
export function changesOf(
  line: TypedLine,
  current: QuotedProduct | undefined,
  range: DiscountRange | undefined,
): readonly LineChange[] {
  if (!current) return [];
  if (!current.isActive) return [{ text: t`No longer sold`, action: t`Remove line` }];
  return [...priceChanges(line, current), ...discountChanges(line, range)];
}

function priceChanges(line: TypedLine, { livePricePaise }: QuotedProduct): readonly LineChange[] {
  if (
    livePricePaise === undefined ||
    line.productPricePaise === '' ||
    Number(line.productPricePaise) === livePricePaise
  )
    return [];
  const price = plainMoney(livePricePaise);
  return [
    {
      text: t`Price is now ${price}`,
      action: t`Use it`,
      values: {
        unitPricePaise: amountText(livePricePaise),
        productPricePaise: String(livePricePaise),
      },
    },
  ];
}

/** Change from a discount outside the current range to the nearest allowed one. */
function discountChanges(line: TypedLine, range: DiscountRange | undefined): readonly LineChange[] {
  const discount = discountOf(line);
  if (!range || discount === undefined || isInRange(discount, range)) return [];
  const nearest = discount < range.min ? range.min : range.max;
  const [least, most] = [exactPercent(range.min), exactPercent(range.max)];
  const used = exactPercent(nearest);
  return [
    {
      text: t`Discount is now ${least} to ${most}`,
      action: t`Use ${used}`,
      values: { discountBasisPoints: String(nearest / 100) },
    },
  ];
}

export const discountRangeOf = (current: QuotedProduct | undefined): DiscountRange | undefined =>
  current?.maxDiscountBasisPoints === undefined
    ? undefined
    : { min: current.minDiscountBasisPoints ?? 0, max: current.maxDiscountBasisPoints };
