import type { ReactNode } from 'react';
import { matchRoutes, Outlet, type RouteObject } from 'react-router-dom';
import { AsOfScreen } from '../kit/history/as-of-screen.js';
import { rerenderedByLanguage } from '../words/language.js';
import { Fallback, Home, RequireAuth, MembersOnly, GuestOnly } from './guards.js';
import { type FetchScreen, screen } from './screen.js';
import { ScreenBoundary } from './screen-failed.js';

/** Imports the list too: a quotation that is sent without a network leads to it. */
const importBuilder = () => {
  import('../quotations/quotations.page.js').catch(() => undefined);
  return import('../quotations/builder/builder.page.js');
};

/** Histories of records and of days, for auditors. */
const histories: RouteObject[] = [
  { path: 'audit/as-of', ...screen(() => import('../history/as-of.page.js')) },
  {
    path: 'leads/:leadId/history',
    ...screen(() => import('../leads/detail/lead-history.page.js')),
  },
  { path: 'bills/:billId/history', ...screen(() => import('../bills/bill-history.page.js')) },
  {
    path: 'customers/:customerId/history',
    ...screen(() => import('../customers/customer-history.page.js')),
  },
  {
    path: 'quotations/:quotationId/history',
    ...screen(() => import('../quotations/quotation-history.page.js')),
  },
  ...['products/:productId', 'packages/:packageId', 'offers/:offerId'].map((item) => ({
    path: `${item}/history`,
    ...screen(() => import('../catalogue/item-history.page.js')),
  })),
  {
    path: 'settings/team/:memberId/history',
    ...screen(() => import('../settings/member-history.page.js')),
  },
  {
    path: 'settings/organization/history',
    ...screen(() => import('../settings/organization-history.page.js')),
  },
];

/** Screens that auditors also see as of a past day. */
const datedScreens: RouteObject = {
  Component: rerenderedByLanguage(AsOfScreen),
  children: [
    { path: 'leads', ...screen(() => import('../leads/list/leads.page.js')) },
    { path: 'customers', ...screen(() => import('../customers/customers.page.js')) },
    { path: 'bills', ...screen(() => import('../bills/bills.page.js')) },
    { path: 'team', ...screen(() => import('../team/team.page.js')) },
    { path: 'bills/totals', ...screen(() => import('../bills/bill-totals.page.js')) },
  ],
};

/**
 * Screens for members of an organization. A new screen needs a line here and one in navigation.ts.
 */
const memberScreens: RouteObject[] = [
  datedScreens,
  { path: 'team/:memberId', ...screen(() => import('../team/member.page.js')) },
  { path: 'bills/review', ...screen(() => import('../bills/review-bills.page.js')) },
  { path: 'leads/new', ...screen(() => import('../leads/forms/lead-new.page.js')) },
  { path: 'leads/:leadId', ...screen(() => import('../leads/detail/lead.page.js')) },
  { path: 'visits', ...screen(() => import('../visits/visits.page.js')) },
  { path: 'visits/new', ...screen(() => import('../visits/record-visit.page.js')) },
  { path: 'followups', ...screen(() => import('../follow-ups/follow-ups.page.js')) },
  { path: 'leads/:leadId/edit', ...screen(() => import('../leads/forms/lead-edit.page.js')) },
  { path: 'notifications', ...screen(() => import('../notifications/notifications.page.js')) },
  { path: 'customers/:customerId', ...screen(() => import('../customers/customer.page.js')) },
  { path: 'bills/:billId', ...screen(() => import('../bills/bill.page.js')) },
  { path: 'quotations', ...screen(() => import('../quotations/quotations.page.js')) },
  { path: 'audit', ...screen(() => import('../audit/audit.page.js')) },
  { path: 'audit/statements', ...screen(() => import('../audit/statements.page.js')) },
  { path: 'audit/erasures', ...screen(() => import('../audit/erasures.page.js')) },
  { path: 'audit/check', ...screen(() => import('../audit/proofs/check.page.js')) },
  { path: 'audit/links', ...screen(() => import('../audit/audit-links.page.js')) },
  { path: 'quotations/new', ...screen(importBuilder) },
  { path: 'quotations/:quotationId', ...screen(() => import('../quotations/quotation.page.js')) },
  { path: 'quotations/:quotationId/edit', ...screen(importBuilder) },
  { path: 'products', ...screen(() => import('../catalogue/items.page.js')) },
  { path: 'offers', ...screen(() => import('../catalogue/items.page.js')) },
  { path: 'catalogue', ...screen(() => import('../catalogue/items.page.js')) },
  { path: 'catalogue/packages', ...screen(() => import('../catalogue/items.page.js')) },
  { path: 'packages', ...screen(() => import('../catalogue/items.page.js')) },
  { path: 'offers/new', ...screen(() => import('../catalogue/forms/offer-form.page.js')) },
  {
    path: 'offers/:offerId/edit',
    ...screen(() => import('../catalogue/forms/offer-form.page.js')),
  },
  { path: 'packages/new', ...screen(() => import('../catalogue/forms/package-form.page.js')) },
  {
    path: 'packages/:packageId/edit',
    ...screen(() => import('../catalogue/forms/package-form.page.js')),
  },
  { path: 'products/new', ...screen(() => import('../catalogue/forms/product-form.page.js')) },
  {
    path: 'products/:productId/edit',
    ...screen(() => import('../catalogue/forms/product-form.page.js')),
  },
  {
    path: 'customers/:customerId/edit',
    ...screen(() => import('../customers/customer-edit.page.js')),
  },
  ...histories,
];

/** Settings. `settings.page.tsx` names who may open each of them. */
const settingsScreens: RouteObject[] = [
  { path: 'organization', ...screen(() => import('../settings/organization.page.js')) },
  { path: 'quotations', ...screen(() => import('../settings/quotations.page.js')) },
  { path: 'profile', ...screen(() => import('../settings/profile.page.js')) },
  { path: 'team', ...screen(() => import('../settings/team.page.js')) },
  { path: 'billing', ...screen(() => import('../settings/billing.page.js')) },
];

/** Screens for signed-in accounts. */
const screens: RouteObject[] = [
  {
    Component: rerenderedByLanguage(AsOfScreen),
    children: [{ path: 'dashboard', ...screen(() => import('../dashboard/dashboard.page.js')) }],
  },
  {
    path: 'join-organization',
    ...screen(() => import('../organizations/join-organization.page.js')),
  },
  {
    path: 'create-organization',
    ...screen(() => import('../organizations/create-organization.page.js')),
  },
  {
    path: 'settings',
    ...screen(() => import('../settings/settings.page.js')),
    children: settingsScreens,
  },
  {
    Component: rerenderedByLanguage(() => <MembersOnly denied />),
    children: [{ path: 'bills/new', ...screen(() => import('../bills/bill-form.page.js')) }],
  },
  { Component: rerenderedByLanguage(MembersOnly), children: memberScreens },
];

/** Screens for visitors. */
const visitorScreens: RouteObject[] = [
  { path: 'login', ...screen(() => import('../accounts/login.page.js')) },
  { path: 'signup', ...screen(() => import('../accounts/signup.page.js')) },
];

/** Component gallery for developers. */
const developerScreens: RouteObject[] =
  import.meta.env.MODE === 'production'
    ? []
    : [{ path: 'dev/components', ...screen(() => import('./dev/components.page.js')) }];

/** Wraps screens in the shell. */
const WithinShell = rerenderedByLanguage((): ReactNode => (
  <ScreenBoundary inShell>
    <Outlet />
  </ScreenBoundary>
));

export const routes: RouteObject[] = [
  { index: true, Component: rerenderedByLanguage(Home) },
  { Component: rerenderedByLanguage(GuestOnly), children: visitorScreens },
  {
    Component: rerenderedByLanguage(RequireAuth),
    children: [{ Component: WithinShell, children: screens }],
  },
  ...developerScreens,
  { path: 'auditor/:token', ...screen(() => import('../audit/linked.page.js')) },
  { path: '*', Component: rerenderedByLanguage(Fallback) },
];

/** Fetches all code that an address needs at once, before the session is known. */
export async function fetchScreens(pathname: string): Promise<void> {
  const fetches = (matchRoutes(routes, pathname) ?? []).flatMap(
    ({ route }) => (route.handle as FetchScreen | undefined) ?? [],
  );
  await Promise.all(fetches.map((fetch) => fetch()));
}
