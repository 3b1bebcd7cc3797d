/** Leads from the list of states to their graph and back. */
import { useTranslation } from 'react-i18next';
import { Views } from '../layout/Views';

const paths = { list: 'states', graph: 'states/graph' } as const;

export const StateViews = ({ shown }: { readonly shown: keyof typeof paths }) => {
  const { t } = useTranslation();
  const views = (['list', 'graph'] as const).map(view => ({ path: paths[view], label: t(`workflow.${view}`) }));
  return <Views views={views} shown={paths[shown]} />;
};
