/** What every list answers. `total` is exact for filters, with a search up to 1,000 (then 1,001: "1,000+"). */
export type List<Item> = {
  readonly items: readonly Item[];
  readonly next?: string;
  readonly hasMore: boolean;
  readonly total?: number;
  readonly counts?: Readonly<Record<string, number>>;
};

/** A person as others see them; the name is looked up when it is asked, because views keep ids only. */
export type PersonRef = { readonly id: string; readonly name: string };

/** `GET /api/geocode`: what stands at a place, where somebody knows it. */
export type FoundAddress = { readonly address?: string };
