import { randomUUID } from 'node:crypto';

/** Data of SaveQuotation that the rules accept: one line, with its rate. */
export const sampleQuotation = (
  ids: { readonly quotationId: string; readonly leadId: string },
  name: string,
  validUntilOn: string,
) => ({
  ...ids,
  pricesIncludeGst: true,
  validUntilOn,
  lines: [
    {
      lineId: randomUUID(),
      name,
      quantityThousandths: 1_000,
      unit: 'piece',
      unitPricePaise: 100,
      discountBasisPoints: 0,
      gstRateBasisPoints: 1_800,
    },
  ],
});
