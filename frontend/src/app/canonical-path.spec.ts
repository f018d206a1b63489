import { expect, test } from '@jest/globals';
import type { RouteObject } from 'react-router-dom';
import { canonicalPath } from './canonical-path.js';

const routes: RouteObject[] = [
  { index: true },
  {
    children: [
      { path: 'products' },
      { path: 'products/new' },
      { path: 'products/:productId/edit' },
      { path: 'catalogue/packages' },
      { path: 'settings', children: [{ path: 'team' }] },
    ],
  },
  { path: '*' },
];

test.each([
  ['/Products', '/products'],
  ['/PRODUCTS/', '/products'],
  ['//products//', '/products'],
  ['/%50roducts', '/products'],
  ['/Catalogue/Packages/', '/catalogue/packages'],
  ['/Settings/Team', '/settings/team'],
  ['/SETTINGS/', '/settings'],
  ['/products/NEW', '/products/new'],
  [
    '/products/0198ABCD-0000-7000-8000-000000000001/Edit/',
    '/products/0198abcd-0000-7000-8000-000000000001/edit',
  ],
  ['/products/a%2Fb/edit', '/products/a%2Fb/edit'],
])('spells %s as %s', (typed, spelled) => expect(canonicalPath(routes, typed)).toBe(spelled));

test.each(['/', '/products', '/settings/team', '/Unknown/', '/products/x/y/z'])(
  'leaves %s unchanged',
  (path) => expect(canonicalPath(routes, path)).toBe(path),
);
