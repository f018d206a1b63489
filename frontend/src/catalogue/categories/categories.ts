import { useQuery } from '@tanstack/react-query';
import {
  defaultCategories,
  defaultCategory,
  type ItemKind,
} from '#domain/catalogue/catalogue.values.js';
import type { CategoryItem } from '#domain/catalogue/catalogue.views.js';
import { queryClient } from '../../lib/query-client.js';
import { answerOf } from '../../kit/records/answer.js';
import { translated } from '../../words/i18n.js';

const categoriesOf = (kind: ItemKind) => answerOf('/api/categories', ['categories'], { kind });

interface CategoryChoice {
  readonly value: string;
  readonly label: string;
  /** Revision of a category that a member added; the default one cannot be renamed. */
  readonly revision?: number | undefined;
}

/** Categories as options, the default one first. */
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

/** Fetches a category from the server, not from the stored answer. */
export async function fetchCategory(
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

/** Name of a category. The default one is translated; others stay as members wrote them. */
export const categoryName = (kind: ItemKind, name: string): string =>
  name === defaultCategories[kind] ? translated(name) : name;
