/** Leads from the list of states to their graph and back. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProjectKey } from '../session/useProjectKey';

const views = { list: 'states', graph: 'states/graph' } as const;

export const StateViews = ({ shown }: { readonly shown: keyof typeof views }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  return (
    <Button.Group>
      {(['list', 'graph'] as const).map(view => (
        <Button
          key={view}
          component={Link}
          to={`/${projectKey}/${views[view]}`}
          variant={view === shown ? 'filled' : 'default'}
          aria-current={view === shown ? 'page' : undefined}
        >
          {t(`workflow.${view}`)}
        </Button>
      ))}
    </Button.Group>
  );
};
