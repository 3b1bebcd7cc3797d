import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FiguresPanel } from '../figures/FiguresPanel';
import type { ServerPageProps } from '../session/useSession';
import { useProjectKey } from '../session/useProjectKey';
import { SearchPanel } from './SearchPanel';
import { VerificationSection } from './VerificationSection';
import { PageTitle } from '../layout/PageTitle';

/** The activity of the server, and its work for the project in the address. */
const OperationsPage = ({ session }: ServerPageProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  return (
    <Stack>
      <PageTitle>{t('operations.title')}</PageTitle>
      {projectKey === '-' ? (
        <Text>{t('projects.empty')}</Text>
      ) : (
        <>
          <SearchPanel key={projectKey} projectKey={projectKey} />
          {session.permissions.includes('verify_projects') && (
            <VerificationSection key={projectKey} projectKey={projectKey} />
          )}
        </>
      )}
      {session.permissions.includes('view_figures') && <FiguresPanel />}
    </Stack>
  );
};

export default OperationsPage;
