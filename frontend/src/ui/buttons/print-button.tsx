import { t } from '@lingui/core/macro';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';

/** Prints the page, or saves it as PDF. */
export const PrintButton = (): ReactNode => (
  <Button icon={Printer} onClick={() => print()}>
    {t`Print`}
  </Button>
);
