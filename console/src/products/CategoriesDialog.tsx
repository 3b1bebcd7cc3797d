/** The window that assigns a product to categories, which are shown as a tree. */
import { Alert, Checkbox, List, ScrollArea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byParent, type CategoryTree } from '../categories/categoryTree';
import { type Category, useCategories } from '../categories/useCategories';
import { Dialog } from '../changes/Dialog';
import { useChange } from '../changes/useChange';
import { Loading } from '../layout/Loading';
import { labelOf } from '../values/labelOf';
import type { Product } from './Product';

interface BranchProps {
  readonly tree: CategoryTree;
  readonly parent?: string;
  /** Tells whether a category, or one of its descendants, matches the searched words. */
  readonly isShown: (category: Category) => boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

const Branch = ({ tree, parent, isShown, chosen, onToggle }: BranchProps) => {
  const { i18n } = useTranslation();
  const below = (tree.get(parent) ?? []).filter(isShown);
  if (below.length === 0) return null;
  return (
    <List listStyleType="none" pl={parent === undefined ? 0 : 'lg'} spacing={4} mt={parent === undefined ? 0 : 4}>
      {below.map(category => (
        <List.Item key={category.id}>
          <Checkbox
            label={labelOf(category, i18n.language)}
            checked={chosen.has(category.id)}
            onChange={() => onToggle(category.id)}
          />
          <Branch tree={tree} parent={category.id} isShown={isShown} chosen={chosen} onToggle={onToggle} />
        </List.Item>
      ))}
    </List>
  );
};

const products = { path: 'products' } as const;

const CategoriesDialog = ({ product, onClose }: { readonly product: Product; readonly onClose: () => void }) => {
  const { t, i18n } = useTranslation();
  const change = useChange(products, product);
  const { categories, total } = useCategories();
  const before = (product.masterData.staged.categories ?? []).map(({ id }) => id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before));
  const [words, setWords] = useState('');
  const tree = byParent(categories ?? []);
  const hasWords = (category: Category): boolean =>
    labelOf(category, i18n.language).toLowerCase().includes(words.trim().toLowerCase());
  const isShown = (category: Category): boolean =>
    hasWords(category) || (tree.get(category.id) ?? []).some(each => isShown(each));
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const actionOf = (action: string) => (id: string) => ({ action, category: { typeId: 'category', id } });
  const actions = [
    ...[...chosen].filter(id => !before.includes(id)).map(actionOf('addToCategory')),
    ...before.filter(id => !chosen.has(id)).map(actionOf('removeFromCategory')),
  ];
  return (
    <Dialog
      title={t('product.changeCategories')}
      submitText={t('order.save')}
      change={change}
      resource={product}
      missing={actions.length === 0 ? t('reason.unchanged') : undefined}
      onSubmit={() => change.apply(actions, onClose)}
      onClose={onClose}
    >
      <TextInput
        label={t('product.findCategory')}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
        data-autofocus
      />
      {categories === undefined ? (
        <Loading />
      ) : (
        <ScrollArea.Autosize
          mah={360}
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('product.categories') }}
        >
          <Branch tree={tree} isShown={isShown} chosen={chosen} onToggle={toggle} />
        </ScrollArea.Autosize>
      )}
      {categories !== undefined && categories.length < total && (
        <Alert>{t('category.limited', { count: categories.length, total })}</Alert>
      )}
    </Dialog>
  );
};

export default CategoriesDialog;
