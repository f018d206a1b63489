import type { ReactNode } from 'react';
import { Banner } from '../../ui/feedback/banner.js';
import { translated } from '../../words/i18n.js';

/** Warning of the server that part of a record could not be shown. */
export const RecordWarning = ({ record }: { record: { readonly trouble?: string } }): ReactNode =>
  record.trouble !== undefined && (
    <Banner tone="warning" inset>
      {translated(record.trouble)}
    </Banner>
  );
