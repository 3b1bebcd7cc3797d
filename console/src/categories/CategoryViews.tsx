/** Leads from the list of categories to their tree and back. */
import { useTranslation } from 'react-i18next';
import { Views } from '../layout/Views';

const paths = { list: 'categories', tree: 'categories/tree' } as const;

export const CategoryViews = ({ shown }: { readonly shown: keyof typeof paths }) => {
  const { t } = useTranslation();
  const views = (['list', 'tree'] as const).map(view => ({ path: paths[view], label: t(`category.${view}`) }));
  return <Views views={views} shown={paths[shown]} />;
};
