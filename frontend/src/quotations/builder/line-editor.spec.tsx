/** @jest-environment ./test/browser-environment.mjs */
import { readFileSync } from 'node:fs';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { ProductItem } from '#domain/catalogue/catalogue.views.js';
import { i18n } from '../../words/i18n.js';
import { LineEditor } from './line-editor.js';
import type { LineEditorProps } from './line-props.js';
import { lineErrors, readLine, type TypedLine, withProduct } from './typed-lines.js';

afterEach(() => {
  cleanup();
  i18n.activate('en-IN');
});

const product = {
  productId: 'p1',
  name: 'Panel 540 W',
  unit: 'piece',
  livePricePaise: 10_500_00,
  minDiscountBasisPoints: 0,
  maxDiscountBasisPoints: 750,
} as ProductItem;
const panelLine: TypedLine = withProduct([], product)[0]!;
const currentProduct = {
  productId: 'p1',
  isActive: true,
  livePricePaise: 10_500_00,
  minDiscountBasisPoints: 0,
  maxDiscountBasisPoints: 500,
};

function show(overrides: Partial<LineEditorProps> = {}) {
  const change = jest.fn<LineEditorProps['actions']['change']>();
  const actions = { ...({} as LineEditorProps['actions']), change };
  const props: LineEditorProps = {
    line: panelLine,
    number: 1,
    isLast: true,
    amountPaise: 10_500_00,
    isTaxed: true,
    hsnDigits: '4',
    today: '2026-11-28',
    currentProduct: undefined,
    isAdmin: false,
    showsErrors: false,
    isPhone: true,
    actions,
    ...overrides,
  };
  render(
    <MemoryRouter>
      <ol>
        <LineEditor {...props} />
      </ol>
    </MemoryRouter>,
  );
  return { change };
}

test('a line changes its words with the language', () => {
  show();
  expect(screen.getByRole('button', { name: 'One Panel 540 W more' })).toBeTruthy();
  const hindi = JSON.parse(readFileSync('frontend/src/words/hi-IN.json', 'utf8')) as object;
  i18n.load('hi-IN', hindi as Record<string, string>);
  act(() => i18n.activate('hi-IN'));
  expect(screen.queryByRole('button', { name: 'One Panel 540 W more' })).toBeNull();
});

test('a phone names the product in full', () => {
  const name = 'AC distribution box, single phase, with energy meter and surge protection';
  show({ line: { ...panelLine, name } });
  expect(screen.getByText(name).className).not.toMatch(/line-clamp|truncate/);
});

test('a phone duplicates, moves and removes a line from its menu', async () => {
  const actions = { duplicate: jest.fn(), remove: jest.fn(), moveBy: jest.fn() };
  show({ number: 2, actions: actions as unknown as LineEditorProps['actions'] });
  const choose = async (name: string): Promise<void> => {
    await userEvent.click(screen.getByRole('button', { name: 'More for Panel 540 W' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };
  for (const name of ['Duplicate', 'Move up', 'Remove']) await choose(name);
  expect(actions.duplicate).toHaveBeenCalledWith(panelLine.lineId);
  expect(actions.moveBy).toHaveBeenCalledWith(panelLine.lineId, -1);
  expect(actions.remove).toHaveBeenCalledWith(panelLine.lineId);
});

test('a product without a rate asks for one, and its line is sent without a rate', () => {
  show();
  expect(screen.getByText('Choose a rate')).toBeTruthy();
  expect(readLine(panelLine)).not.toHaveProperty('gstRateBasisPoints');
  cleanup();
  show({ isTaxed: false });
  expect(screen.queryByText('Choose a rate')).toBeNull();
  const rated = withProduct([], { ...product, gstRateBasisPoints: 500 })[0]!;
  expect(readLine(rated)).toMatchObject({ gstRateBasisPoints: 500 });
});

test('a discount outside its product’s current range is marked, with the nearest allowed one', async () => {
  const line = { ...panelLine, gstRateBasisPoints: '500', discountBasisPoints: '7' };
  const { change } = show({ line, currentProduct });
  expect(screen.getByText('Discount is now 0% to 5%')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Use 5%: Panel 540 W' }));
  const [, edit] = change.mock.calls[0]!;
  expect(edit(line)).toMatchObject({ discountBasisPoints: '5' });
  cleanup();
  show({ line, currentProduct, isAdmin: true });
  expect(screen.queryByText(/^Discount is now/)).toBeNull();
});

test('the discount of a phone’s line is changed in place, within the product’s range', async () => {
  const line = { ...panelLine, gstRateBasisPoints: '500', discountBasisPoints: '5' };
  const { change } = show({ line, currentProduct });
  await userEvent.click(screen.getByRole('button', { name: /^5% off/ }));
  expect(screen.getByText('This product: 0% to 5%')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'More discount' }));
  const [, edit] = change.mock.calls[0]!;
  expect(edit(line)).toMatchObject({ discountBasisPoints: '5' });
  await userEvent.click(
    screen.getByRole('button', { name: new RegExp(`^${panelLine.name}`), expanded: false }),
  );
  expect(screen.getAllByLabelText('Discount (%)')).toHaveLength(1);
});

test('an HSN shorter than the organization prints has a hint', async () => {
  show({ line: { ...panelLine, hsn: '8541' }, hsnDigits: '6' });
  await userEvent.click(
    screen.getByRole('button', { name: new RegExp(`^${panelLine.name}`), expanded: false }),
  );
  expect(screen.getByText('Your quotations print 6 digits')).toBeTruthy();
  cleanup();
  show({ line: { ...panelLine, hsn: '854143' }, hsnDigits: '6' });
  await userEvent.click(
    screen.getByRole('button', { name: new RegExp(`^${panelLine.name}`), expanded: false }),
  );
  expect(screen.queryByText(/Your quotations print/)).toBeNull();
});

test('a negative price is refused for a product, and is an allowance on a free line', () => {
  const rules = { isTaxed: true, today: '2026-11-28', range: undefined };
  const refusalText = 'Only a free line may be negative, as an allowance';
  expect(
    lineErrors({ ...panelLine, gstRateBasisPoints: '500', unitPricePaise: '−100' }, rules),
  ).toEqual({
    unitPricePaise: refusalText,
  });
  expect(
    lineErrors(
      { ...panelLine, gstRateBasisPoints: '500', productId: '', unitPricePaise: '−100' },
      rules,
    ),
  ).toEqual({});
});
