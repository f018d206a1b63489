type RatePeriod = {
  readonly basisPoints: number;
  /** First day. */
  readonly from: string;
  /** Last day; without one the rate is in force. */
  readonly until?: string;
  /** Headings with this rate. If missing, any goods or services may have it. */
  readonly headings?: readonly string[];
  readonly source: string;
};

/** Day of the 56th meeting's rates, the first that a quotation can have. */
const FIRST_DAY = '2025-09-22';
const rateNotification = 'Notification 9/2025-Central Tax (Rate)';

/** Rates of GST by day, CGST and SGST together. A new rate is a row here. */
const ratePeriods: readonly RatePeriod[] = [
  { basisPoints: 0, from: FIRST_DAY, source: 'Notification 10/2025-Central Tax (Rate)' },
  { basisPoints: 25, from: FIRST_DAY, source: `${rateNotification}, Schedule V` },
  { basisPoints: 150, from: FIRST_DAY, source: `${rateNotification}, Schedule VI` },
  { basisPoints: 300, from: FIRST_DAY, source: `${rateNotification}, Schedule IV` },
  { basisPoints: 500, from: FIRST_DAY, source: `${rateNotification}, Schedule I` },
  {
    basisPoints: 1_200,
    from: FIRST_DAY,
    headings: ['6815', '6901', '6904', '6905'],
    source: 'Notification 14/2025-Central Tax (Rate)',
  },
  { basisPoints: 1_800, from: FIRST_DAY, source: `${rateNotification}, Schedule II` },
  {
    basisPoints: 2_800,
    from: FIRST_DAY,
    until: '2026-01-31',
    source: `${rateNotification}, Schedule VII, ended by Notification 19/2025-Central Tax (Rate)`,
  },
  { basisPoints: 4_000, from: FIRST_DAY, source: `${rateNotification}, Schedule III` },
];

const holdsOn = ({ from, until }: RatePeriod, day: string): boolean =>
  from <= day && (until === undefined || day <= until);
const covers = ({ headings }: RatePeriod, hsn: string | undefined): boolean =>
  headings === undefined || headings.some((heading) => hsn?.startsWith(heading));

/** Rates in basis points that a line with this HSN may have on a day, lowest first. */
export const gstRatesOn = (day: string, hsn?: string): readonly number[] =>
  ratePeriods
    .filter((period) => holdsOn(period, day) && covers(period, hsn))
    .map(({ basisPoints }) => basisPoints);

export const isGstRateOn = (day: string, basisPoints: number, hsn?: string): boolean =>
  gstRatesOn(day, hsn).includes(basisPoints);
