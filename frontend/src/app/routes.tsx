import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { inLanguage } from '../words/language.js';
import { Fallback, Home, RequireAuth, MembersOnly, Opening, GuestOnly } from './guards.js';
import { ScreenFailed } from './screen-failed.js';

/** A screen is fetched when it is first opened; what was there stays until it has come. */
const screen =
  (load: () => Promise<{ default: ComponentType }>): RouteObject['lazy'] =>
  async () => ({ Component: inLanguage((await load()).default) });

/** Screens of whoever is signed in and in an organization. A new feature's screen is one line here, and one in navigation.ts. */
const memberScreens: RouteObject[] = [
  { path: 'leads', lazy: screen(() => import('../leads/leads.page.js')) },
  { path: 'leads/new', lazy: screen(() => import('../leads/lead-form.page.js')) },
  { path: 'leads/:leadId', lazy: screen(() => import('../leads/lead.page.js')) },
  { path: 'visits', lazy: screen(() => import('../visits/visits.page.js')) },
  { path: 'visits/new', lazy: screen(() => import('../visits/record-visit.page.js')) },
  { path: 'followups', lazy: screen(() => import('../visits/follow-ups.page.js')) },
  { path: 'leads/:leadId/edit', lazy: screen(() => import('../leads/lead-form.page.js')) },
  { path: 'notifications', lazy: screen(() => import('../notifications/notifications.page.js')) },
  { path: 'customers', lazy: screen(() => import('../customers/customers.page.js')) },
  { path: 'customers/:customerId', lazy: screen(() => import('../customers/customer.page.js')) },
  { path: 'bills', lazy: screen(() => import('../bills/bills.page.js')) },
  { path: 'bills/totals', lazy: screen(() => import('../bills/bill-totals.page.js')) },
  { path: 'bills/:billId', lazy: screen(() => import('../bills/bill.page.js')) },
  { path: 'products', lazy: screen(() => import('../catalogue/items.page.js')) },
  { path: 'offers', lazy: screen(() => import('../catalogue/items.page.js')) },
  { path: 'catalogue', lazy: screen(() => import('../catalogue/items.page.js')) },
  { path: 'catalogue/packages', lazy: screen(() => import('../catalogue/items.page.js')) },
  { path: 'packages', lazy: screen(() => import('../catalogue/items.page.js')) },
  { path: 'offers/new', lazy: screen(() => import('../catalogue/offer-form.page.js')) },
  { path: 'offers/:offerId/edit', lazy: screen(() => import('../catalogue/offer-form.page.js')) },
  { path: 'packages/new', lazy: screen(() => import('../catalogue/package-form.page.js')) },
  { path: 'packages/:packageId/edit', lazy: screen(() => import('../catalogue/package-form.page.js')) },
  { path: 'products/new', lazy: screen(() => import('../catalogue/product-form.page.js')) },
  { path: 'products/:productId/edit', lazy: screen(() => import('../catalogue/product-form.page.js')) },
  { path: 'customers/:customerId/edit', lazy: screen(() => import('../customers/customer-edit.page.js')) },
];

/** Below the settings, which say who may open which. */
const settingsScreens: RouteObject[] = [
  { path: 'organization', lazy: screen(() => import('../settings/organization.page.js')) },
  { path: 'profile', lazy: screen(() => import('../settings/profile.page.js')) },
  { path: 'team', lazy: screen(() => import('../settings/team.page.js')) },
  { path: 'billing', lazy: screen(() => import('../settings/billing.page.js')) },
];

/** Screens of whoever is signed in. */
const screens: RouteObject[] = [
  { path: 'dashboard', lazy: screen(() => import('../dashboard/dashboard.page.js')) },
  { path: 'join-organization', lazy: screen(() => import('../organizations/join-organization.page.js')) },
  { path: 'create-organization', lazy: screen(() => import('../organizations/create-organization.page.js')) },
  { path: 'settings', lazy: screen(() => import('../settings/settings.page.js')), children: settingsScreens },
  {
    Component: inLanguage(() => <MembersOnly denied />),
    children: [{ path: 'bills/new', lazy: screen(() => import('../bills/bill-form.page.js')) }],
  },
  { Component: inLanguage(MembersOnly), children: memberScreens },
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
    HydrateFallback: inLanguage(Opening),
    ErrorBoundary: inLanguage(ScreenFailed),
    children: [
      { index: true, Component: inLanguage(Home) },
      { Component: inLanguage(GuestOnly), children: strangerScreens },
      { Component: inLanguage(RequireAuth), children: [{ ErrorBoundary: inLanguage(() => <ScreenFailed inShell />), children: screens }] },
      ...workshop,
      { path: '*', Component: inLanguage(Fallback) },
    ],
  },
];
