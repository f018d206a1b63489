import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { AppProviders } from '../lib/app-providers.js';
import { overlaysOwnBack } from '../ui/overlay-history.js';
import { routes } from './routes.js';

overlaysOwnBack();
const router = createBrowserRouter(routes);

export function App(): ReactNode {
  return (
    // the content security policy allows no inline style element either
    <CSPProvider disableStyleElements>
      <AppProviders>
        <RouterProvider router={router} />
      </AppProviders>
    </CSPProvider>
  );
}
