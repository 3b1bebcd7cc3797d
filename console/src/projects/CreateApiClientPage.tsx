/** Creates an API client with scopes from a list, and shows its secret once. */
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { NewClient } from '../api/projects';
import { useProjectKey } from '../session/useProjectKey';
import { CreateApiClientForm } from './CreateApiClientForm';
import { NewClientCard } from './NewClientCard';
import { PageTitle } from '../layout/PageTitle';

const CreateApiClientPage = () => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const [created, setCreated] = useState<{ readonly client: NewClient; readonly name: string }>();
  if (created !== undefined)
    return (
      <Stack maw={820}>
        <PageTitle>{created.name}</PageTitle>
        <NewClientCard projectKey={projectKey} client={created.client} />
        <Link to={`/${projectKey}/api-clients`}>{t('apiClients.back')}</Link>
      </Stack>
    );
  return (
    <Stack>
      <PageTitle>{t('apiClients.create')}</PageTitle>
      <CreateApiClientForm projectKey={projectKey} onCreated={(client, name) => setCreated({ client, name })} />
    </Stack>
  );
};

export default CreateApiClientPage;
