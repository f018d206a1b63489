import { queryOptions, useQuery } from '@tanstack/react-query';
import { defaultCategories, defaultCategory, type ItemKind } from '#domain/catalogue/catalogue.values.js';
import type { CategoryList } from '#domain/catalogue/catalogue.views.js';
import { get } from '../lib/api.js';
import { translated } from '../words/i18n.js';

const categoriesOf = (kind: ItemKind) =>
  queryOptions({
    queryKey: ['categories', kind],
    queryFn: ({ signal }) => get<CategoryList>('/api/categories', { kind }, { signal }),
    meta: { views: ['categories'], kept: true },
  });

/** As choices; the one that every organization has comes first. */
export function useCategories(kind: ItemKind): readonly { readonly value: string; readonly label: string }[] {
  const { data } = useQuery(categoriesOf(kind));
  return data?.items.map(({ categoryId = defaultCategory, name }) => ({ value: categoryId, label: categoryName(kind, name) })) ?? [onlyDefault(kind)];
}

/** The one that every organization has is called in the reader's language, and no other can have its name; those of people stay as they wrote them. */
export const categoryName = (kind: ItemKind, name: string): string => (name === defaultCategories[kind] ? translated(name) : name);

export const useCategoriesFailed = (kind: ItemKind): boolean => useQuery(categoriesOf(kind)).isError;

const onlyDefault = (kind: ItemKind) => ({ value: defaultCategory, label: categoryName(kind, defaultCategories[kind]) });
