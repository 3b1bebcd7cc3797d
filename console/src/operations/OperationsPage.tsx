import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FiguresPanel } from '../figures/FiguresPanel';
import type { ServerPageProps } from '../server/serverPages';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { JobsPanel } from './JobsPanel';
import { SearchPanel } from './SearchPanel';
import { VerificationSection } from './VerificationSection';

/** What the server does, and what it works on for the project in the address. */
const OperationsPage = ({ session }: ServerPageProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const isAllowed = useAllowed();
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('operations.title')}
      </Title>
      {session.permissions.includes('view_figures') && <FiguresPanel />}
      {projectKey === '-' ? (
        <Text>{t('projects.empty')}</Text>
      ) : (
        <>
          <SearchPanel key={projectKey} projectKey={projectKey} />
          {isAllowed('GET', '/jobs') && <JobsPanel projectKey={projectKey} />}
          {session.permissions.includes('verify_projects') && (
            <VerificationSection key={projectKey} projectKey={projectKey} />
          )}
        </>
      )}
    </Stack>
  );
};

export default OperationsPage;
