import type { ReactNode } from 'react';
import { Banner } from '../ui/banner.js';
import { translated } from '../words/i18n.js';

/**
 * Over a record of which not everything could be shown: what is wrong with it, as the server says
 * it.
 */
export const Trouble = ({ of }: { of: { readonly trouble?: string } }): ReactNode =>
  of.trouble !== undefined && (
    <Banner tone="warning" inset>
      {translated(of.trouble)}
    </Banner>
  );
