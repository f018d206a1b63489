import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { Fallback, Home, RequireAuth, MembersOnly, Opening, GuestOnly } from './guards.js';
import { ScreenFailed } from './screen-failed.js';

/** A screen is fetched when it is first opened; what was there stays until it has come. */
const screen =
  (load: () => Promise<{ default: ComponentType }>): RouteObject['lazy'] =>
  async () => ({ Component: (await load()).default });

/** Screens of whoever is signed in and in an organization. A new feature's screen is one line here, and one in navigation.ts. */
const memberScreens: RouteObject[] = [
  { path: 'leads', lazy: screen(() => import('../leads/leads.page.js')) },
  { path: 'leads/new', lazy: screen(() => import('../leads/lead-form.page.js')) },
  { path: 'leads/:leadId', lazy: screen(() => import('../leads/lead.page.js')) },
  { path: 'visits', lazy: screen(() => import('../visits/visits.page.js')) },
  { path: 'visits/new', lazy: screen(() => import('../visits/record-visit.page.js')) },
  { path: 'followups', lazy: screen(() => import('../visits/follow-ups.page.js')) },
  { path: 'leads/:leadId/edit', lazy: screen(() => import('../leads/lead-form.page.js')) },
  { path: 'customers', lazy: screen(() => import('../customers/customers.page.js')) },
  { path: 'customers/:customerId', lazy: screen(() => import('../customers/customer.page.js')) },
  { path: 'customers/:customerId/edit', lazy: screen(() => import('../customers/customer-edit.page.js')) },
];

/** Screens of whoever is signed in. */
const screens: RouteObject[] = [
  { path: 'dashboard', lazy: screen(() => import('../dashboard/dashboard.page.js')) },
  { path: 'join-organization', lazy: screen(() => import('../organizations/join-organization.page.js')) },
  { path: 'create-organization', lazy: screen(() => import('../organizations/create-organization.page.js')) },
  { element: <MembersOnly />, children: memberScreens },
];

/** Screens of whoever is not. */
const strangerScreens: RouteObject[] = [
  { path: 'login', lazy: screen(() => import('../accounts/login.page.js')) },
  { path: 'signup', lazy: screen(() => import('../accounts/signup.page.js')) },
];

/** Every part in every state, for whoever builds screens. */
const workshop: RouteObject[] =
  import.meta.env.MODE === 'production' ? [] : [{ path: 'dev/components', lazy: screen(() => import('./dev/components.page.js')) }];

export const routes: RouteObject[] = [
  {
    hydrateFallbackElement: <Opening />,
    errorElement: <ScreenFailed />,
    children: [
      { index: true, element: <Home /> },
      { element: <GuestOnly />, children: strangerScreens },
      { element: <RequireAuth />, children: [{ errorElement: <ScreenFailed inShell />, children: screens }] },
      ...workshop,
      { path: '*', element: <Fallback /> },
    ],
  },
];
