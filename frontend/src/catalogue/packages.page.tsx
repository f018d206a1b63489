import type { ReactNode } from 'react';
import { ItemList } from './items.page.js';
import { ManagersOnly } from './managers-only.js';

/** `/packages`. */
export default function PackagesPage(): ReactNode {
  return (
    <ManagersOnly of="package">
      <ItemList kind="package" manages />
    </ManagersOnly>
  );
}
