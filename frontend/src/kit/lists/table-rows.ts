import { tableRows } from '#domain/kernel/query.values.js';
import { useIsPhone } from '../../browser/media.js';

/** Page size of a list that is a table where there is room, and cards on a phone. */
export const useTableRows = (): { readonly rows?: typeof tableRows } =>
  useIsPhone() ? {} : { rows: tableRows };
