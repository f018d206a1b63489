import { useQuery } from '@tanstack/react-query';
import {
  defaultCategories,
  defaultCategory,
  type ItemKind,
} from '#domain/catalogue/catalogue.values.js';
import type { CategoryItem } from '#domain/catalogue/catalogue.views.js';
import { queryClient } from '../lib/query-client.js';
import { answerOf } from '../shared/answer.js';
import { translated } from '../words/i18n.js';

const categoriesOf = (kind: ItemKind) => answerOf('/api/categories', ['categories'], { kind });

interface CategoryChoice {
  readonly value: string;
  readonly label: string;
  /** Revision of a category that a member added, which can be renamed. */
  readonly revision?: number | undefined;
}

/** Categories as choices; the default category comes first. */
export function useCategories(kind: ItemKind): {
  readonly options: readonly CategoryChoice[];
  readonly failed: boolean;
} {
  const { data, isError: failed } = useQuery(categoriesOf(kind));
  return {
    options: (data?.items ?? [{ kind, name: defaultCategories[kind] }]).map(asChoice),
    failed,
  };
}

/** Fetches a category from the server, past the stored answer. */
export async function freshCategory(
  kind: ItemKind,
  categoryId: string,
): Promise<CategoryChoice | undefined> {
  const { items } = await queryClient.fetchQuery({ ...categoriesOf(kind), staleTime: 0 });
  return items.map(asChoice).find(({ value }) => value === categoryId);
}

const asChoice = ({
  kind,
  categoryId = defaultCategory,
  name,
  revision,
}: CategoryItem): CategoryChoice => ({
  value: categoryId,
  label: categoryName(kind, name),
  revision,
});

/**
 * The one that every organization has is called in the reader's language, and no other can have its
 * name; those of people stay as they wrote them.
 */
export const categoryName = (kind: ItemKind, name: string): string =>
  name === defaultCategories[kind] ? translated(name) : name;
