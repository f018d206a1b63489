import { frequentRecords } from '../../kit/records/frequent-records.js';

/** Products that this account quoted on this device. */
export const quotedProducts = frequentRecords('quoted-products');
