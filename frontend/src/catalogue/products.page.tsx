import type { ReactNode } from 'react';
import { ItemList } from './items.page.js';
import { ManagersOnly } from './managers-only.js';

/** `/products`. */
export default function ProductsPage(): ReactNode {
  return (
    <ManagersOnly of="product">
      <ItemList kind="product" manages />
    </ManagersOnly>
  );
}
