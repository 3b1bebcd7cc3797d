import { NavLink } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NavLink as RouterNavLink } from 'react-router';
import type { Session } from '../api/session';
import { useProjectKey } from '../session/useProjectKey';
import { isPermitted, serverPages } from './serverPages';

interface ServerNavigationProps {
  readonly session: Session;
  readonly onNavigate: () => void;
}

/** Links to the pages of the server that the role may open. */
export const ServerNavigation = ({ session, onNavigate }: ServerNavigationProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const pages = serverPages.filter(page => page.label !== undefined && isPermitted(page, session));
  if (pages.length === 0) return null;
  return (
    <NavLink component="button" label={t('server.title')} defaultOpened childrenOffset={12}>
      {pages.map(({ path, label = '' }) => (
        <NavLink
          key={path}
          component={RouterNavLink}
          variant="filled"
          to={`/${projectKey}/${path}`}
          label={t(label)}
          onClick={onNavigate}
        />
      ))}
    </NavLink>
  );
};
