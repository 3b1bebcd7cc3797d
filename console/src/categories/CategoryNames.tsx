/** The categories of a product by their names, each after its ancestors. */
import { Anchor, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Reference } from '../api/Resource';
import { labelOf } from '../values/labelOf';
import { useProjectKey } from '../session/useProjectKey';
import { categoriesMax, type Category, useCategories } from './useCategories';

const pathOf = (category: Category, language: string): string =>
  [...category.ancestors.flatMap(({ obj }) => (obj === undefined ? [] : [obj])), category]
    .map(each => labelOf(each, language))
    .join(' › ');

export const CategoryNames = ({ references }: { readonly references: readonly Reference[] }) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const ids = references.slice(0, categoriesMax).map(({ id }) => JSON.stringify(id));
  const { categories } = useCategories(`id in (${ids.join(', ')})`, ids.length > 0);
  const byId = new Map(categories?.map(category => [category.id, category]));
  if (references.length === 0) return <Text size="sm">{t('category.noneOfProduct')}</Text>;
  return (
    <List listStyleType="none">
      {references.map(({ id }) => {
        const category = byId.get(id);
        return (
          <List.Item key={id}>
            <Anchor component={Link} to={`/${projectKey}/categories/${id}`}>
              {category === undefined ? id : pathOf(category, i18n.language)}
            </Anchor>
          </List.Item>
        );
      })}
    </List>
  );
};
