import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProjectKey } from '../session/useProjectKey';
import { JobsPanel } from './JobsPanel';
import { SearchPanel } from './SearchPanel';

/** What the server works on for the project in the address. */
const OperationsPage = () => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('operations.title')}
      </Title>
      {projectKey === '-' ? (
        <Text>{t('projects.empty')}</Text>
      ) : (
        <>
          <SearchPanel key={projectKey} projectKey={projectKey} />
          <JobsPanel projectKey={projectKey} />
        </>
      )}
    </Stack>
  );
};

export default OperationsPage;
