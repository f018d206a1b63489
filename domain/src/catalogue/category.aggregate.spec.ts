import { describe, expect, test } from '@jest/globals';
import { specify } from '../kernel/testing/specification.js';
import { createDecisionContext, meera } from '../leads/lead.examples.js';
import { categoryAdded, categoryId, categoryRenamed } from './catalogue.examples.js';
import { categoryAggregate } from './category.aggregate.js';

const given = specify(categoryAggregate, createDecisionContext(meera));
const givenToDesigner = specify(
  categoryAggregate,
  createDecisionContext({ ...meera, role: 'designer' }),
);
const add = (name: string, kind: 'product' | 'package' | 'offer' = 'product') =>
  ({ type: 'AddCategory', data: { categoryId, kind, name } }) as const;
const fold = { type: 'FoldCategory', data: { categoryId } } as const;
const rename = (name: string) => ({ type: 'RenameCategory', data: { categoryId, name } }) as const;

describe('a category', () => {
  test('is added', () => given().when(add('Solar panels')).then(categoryAdded));
  test('added again is added once', () =>
    given(categoryAdded).when(add('Solar panels')).thenNothing());
  test('under a known id with another name is refused', () =>
    given(categoryAdded).when(add('Inverters')).thenRefused('category-exists', 'name'));
  test('claims its name regardless of case', () => given(categoryAdded).holds('solar panels'));
  test('claims its folded name and its spelling', () => {
    const accentedCategory = {
      type: 'CategoryAdded',
      data: { kind: 'product', name: 'Café ज़मीन', key: 'cafe जमीन' },
    } as const;
    given().when(add('Café ज़मीन')).then(accentedCategory);
    given(accentedCategory).holds('café ज़मीन', 'cafe जमीन');
    given(accentedCategory, categoryRenamed).holds('panels');
  });
  test.each(['Solar\u200b panels', 'ＳＯＬＡＲ　panels', 'Sólar panels'])(
    'named “Solar panels” conflicts with %j',
    (name) => {
      const [added] = categoryAggregate
        .decide(add(name), undefined, createDecisionContext(meera))
        .map((event) => categoryAggregate.evolve(undefined, event));
      expect(categoryAggregate.uniqueValues(added, '').map(({ value }) => value)).toContain(
        'solar panels',
      );
    },
  );
  test('from before text folding claims only its spelling', () =>
    given({ type: 'CategoryAdded', data: { kind: 'product', name: 'Pumps  A' } }).holds(
      'pumps  a',
    ));
  test('from before text folding can claim its folded name too, once', () => {
    const addedUnfolded = {
      type: 'CategoryAdded',
      data: { kind: 'product', name: 'Café' },
    } as const;
    const foldedLater = { type: 'CategoryRenamed', data: { name: 'Café', key: 'cafe' } } as const;
    given(addedUnfolded).when(fold).then(foldedLater);
    given(addedUnfolded, foldedLater).holds('café', 'cafe');
    given(addedUnfolded, foldedLater).when(fold).thenNothing();
    given(categoryAdded).when(fold).thenNothing();
    given().when(fold).thenNothing();
  });
  test('that is renamed claims only its new name', () => {
    given(categoryAdded).when(rename('Panels')).then(categoryRenamed);
    given(categoryAdded, categoryRenamed).holds('panels');
  });
  test('renamed to its own name changes nothing, except in case', () => {
    given(categoryAdded).when(rename('Solar panels')).thenNothing();
    given(categoryAdded)
      .when(rename('SOLAR panels'))
      .then({ type: 'CategoryRenamed', data: { name: 'SOLAR panels' } });
  });
  test('added again after a rename is added once', () =>
    given(categoryAdded, categoryRenamed).when(add('Solar panels')).thenNothing());
  test('that does not exist cannot be renamed', () =>
    given().when(rename('Panels')).thenRefused('category-not-found'));
  test('cannot have the name of the default category', () => {
    given().when(add('Géneral')).thenRefused('category-exists', 'name');
    given().when(add('general')).thenRefused('category-exists', 'name');
    given().when(add('POSTERS', 'offer')).thenRefused('category-exists', 'name');
    given(categoryAdded).when(rename('GENERAL')).thenRefused('category-exists', 'name');
    given()
      .when(add('Posters'))
      .then({ type: 'CategoryAdded', data: { kind: 'product', name: 'Posters' } });
  });
  test('of offers is managed by designers, other categories are not', () => {
    givenToDesigner()
      .when(add('Banners', 'offer'))
      .then({ type: 'CategoryAdded', data: { kind: 'offer', name: 'Banners' } });
    givenToDesigner().when(add('Banners')).thenRefused('not-allowed', 'kind');
    givenToDesigner(categoryAdded).when(rename('Panels')).thenRefused('not-allowed', 'kind');
    givenToDesigner({ type: 'CategoryAdded', data: { kind: 'offer', name: 'Banners' } })
      .when(rename('Flags'))
      .then({ type: 'CategoryRenamed', data: { name: 'Flags' } });
  });
});
