import { NavLink } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProjectKey } from '../session/useProjectKey';
import { useStartTour } from '../tour/tour';

/** The tour, and links to the pages outside of the console, which use the same session. */
export const ToolLinks = ({ onNavigate }: { readonly onNavigate: () => void }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const startTour = useStartTour();
  const ofProject = projectKey === '-' ? {} : { graphiql: `/${encodeURIComponent(projectKey)}/graphiql` };
  return (
    <NavLink component="button" label={t('tools.title')} defaultOpened childrenOffset={12}>
      {Object.entries({ reference: '/openapi', ...ofProject }).map(([name, path]) => (
        <NavLink key={name} href={path} label={t(`tools.${name}`)} />
      ))}
      {projectKey !== '-' && (
        <NavLink
          component="button"
          label={t('tour.take')}
          onClick={() => {
            onNavigate();
            startTour(projectKey);
          }}
        />
      )}
    </NavLink>
  );
};
