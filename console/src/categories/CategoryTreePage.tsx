/** The categories of a project as a tree, in the order in which a shop shows them. */
import { Alert, Anchor, Group, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { labelOf } from '../values/labelOf';
import { useProjectKey } from '../session/useProjectKey';
import { byParent, type CategoryTree } from './categoryTree';
import { useCategories } from './useCategories';
import { CategoryViews } from './CategoryViews';
import { LoadState } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';

interface BranchProps {
  readonly tree: CategoryTree;
  readonly parent?: string;
}

const Branch = ({ tree, parent }: BranchProps) => {
  const { i18n } = useTranslation();
  const projectKey = useProjectKey();
  const below = tree.get(parent) ?? [];
  if (below.length === 0) return null;
  return (
    <List withPadding={parent !== undefined} spacing={4} mt={parent === undefined ? 0 : 4}>
      {below.map(category => (
        <List.Item key={category.id}>
          <Anchor component={Link} to={`/${projectKey}/categories/${category.id}`}>
            {labelOf(category, i18n.language)}
          </Anchor>
          <Branch tree={tree} parent={category.id} />
        </List.Item>
      ))}
    </List>
  );
};

const CategoryTreePage = () => {
  const { t } = useTranslation();
  const { categories, total, query } = useCategories();
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t('types.categories')}</PageTitle>
        <CategoryViews shown="tree" />
      </Group>
      <LoadState of={query} />
      {categories?.length === 0 && <Text>{t('category.none')}</Text>}
      {categories !== undefined && categories.length < total && (
        <Alert>{t('category.limited', { count: categories.length, total })}</Alert>
      )}
      {categories !== undefined && <Branch tree={byParent(categories)} />}
    </Stack>
  );
};

export default CategoryTreePage;
