import { describe, test } from '@jest/globals';
import { specify } from '../kernel/testing/specification.js';
import { contextOf, meera } from '../leads/lead.examples.js';
import { categoryAdded, categoryId } from './catalogue.examples.js';
import { categoryAggregate } from './category.aggregate.js';

const given = specify(categoryAggregate, contextOf(meera));
const givenToDesigner = specify(categoryAggregate, contextOf({ ...meera, role: 'designer' }));
const add = (name: string, kind: 'product' | 'package' | 'offer' = 'product') => ({ type: 'AddCategory', data: { categoryId, kind, name } }) as const;

describe('a category', () => {
  test('is added', () => given().when(add('Solar panels')).then(categoryAdded));
  test('added again is there once', () => given(categoryAdded).when(add('Solar panels')).thenNothing());
  test('under a known id with another name is refused', () => given(categoryAdded).when(add('Inverters')).thenRefused('category-exists', 'name'));
  test('holds its name, whatever its capitals', () => given(categoryAdded).holds('solar panels'));
  test('cannot be called as the one that every organization has', () => {
    given().when(add('general')).thenRefused('category-exists', 'name');
    given().when(add('POSTERS', 'offer')).thenRefused('category-exists', 'name');
    given()
      .when(add('Posters'))
      .then({ type: 'CategoryAdded', data: { kind: 'product', name: 'Posters' } });
  });
  test('of offers is a designer’s to add, no other', () => {
    givenToDesigner()
      .when(add('Banners', 'offer'))
      .then({ type: 'CategoryAdded', data: { kind: 'offer', name: 'Banners' } });
    givenToDesigner().when(add('Banners')).thenRefused('not-allowed', 'kind');
  });
});
