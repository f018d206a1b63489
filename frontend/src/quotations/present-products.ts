import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import type { ProductItem } from '#domain/catalogue/catalogue.views.js';
import type { QuotedProduct } from '#domain/quotations/quotation.views.js';
import { useRows } from '../kit/records/use-records.js';
import { refTo } from '../lib/records/record.js';
import { amountText } from '../ui/display/format.js';
import type { TypedLine } from './typed-lines.js';

/** Present values of the products of some lines, from the server or from this device. */
export type PresentProducts = ReadonlyMap<string, QuotedProduct>;

const presentOf = (product: ProductItem): QuotedProduct => ({
  productId: product.productId,
  isActive: product.status === 'Active',
  livePricePaise: product.livePricePaise,
  minDiscountBasisPoints: product.minDiscountBasisPoints,
  maxDiscountBasisPoints: product.maxDiscountBasisPoints,
});

export function usePresentProducts(
  lines: readonly TypedLine[],
  answered: readonly QuotedProduct[] = [],
): PresentProducts {
  const ids = [...new Set(lines.map(({ productId }) => productId))].filter(Boolean).join(' ');
  const refs = useMemo(() => ids.split(' ').map((id) => refTo('product', id)), [ids]);
  const stored = useRows(refs) as readonly ProductItem[] | undefined;
  return useMemo(
    () =>
      new Map(
        [...answered, ...(stored ?? []).map(presentOf)].map((each) => [each.productId, each]),
      ),
    [answered, stored],
  );
}

/** Difference between a line and its product, with the values that remove it. */
export interface LineChange {
  readonly text: string;
  readonly action: string;
  /** Without values the line is removed. */
  readonly values?: Partial<TypedLine>;
}

/** Change of the line's product since the line was made; undefined without one. */
export function changeOf(
  line: TypedLine,
  present: QuotedProduct | undefined,
): LineChange | undefined {
  if (!present) return undefined;
  if (!present.isActive) return { text: t`No longer sold`, action: t`Remove line` };
  const { livePricePaise } = present;
  if (
    livePricePaise === undefined ||
    line.productPricePaise === '' ||
    Number(line.productPricePaise) === livePricePaise
  )
    return undefined;
  const price = `₹${amountText(livePricePaise)}`;
  return {
    text: t`Price is now ${price}`,
    action: t`Use ${price}`,
    values: {
      unitPricePaise: amountText(livePricePaise),
      productPricePaise: String(livePricePaise),
    },
  };
}

/** Range of a product's discount in basis points. */
export interface DiscountRange {
  readonly least: number;
  readonly most: number;
}

export const discountRangeOf = (present: QuotedProduct | undefined): DiscountRange | undefined =>
  present?.maxDiscountBasisPoints === undefined
    ? undefined
    : { least: present.minDiscountBasisPoints ?? 0, most: present.maxDiscountBasisPoints };
