/** Creates a project with its first API client (AUTH007). */
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { NewProject } from '../api/projects';
import { CreateProjectForm } from './CreateProjectForm';
import { NewClientCard } from './NewClientCard';
import { PageTitle } from '../layout/PageTitle';

const CreateProjectPage = () => {
  const { t } = useTranslation();
  const [data, setData] = useState<NewProject>();
  if (data !== undefined)
    return (
      <Stack maw={820}>
        <PageTitle>{t('projects.created', { name: data.project.name })}</PageTitle>
        <NewClientCard projectKey={data.project.key} client={data.client} />
        <Button component={Link} to={`/${data.project.key}/orders`} w="fit-content">
          {t('projects.open')}
        </Button>
      </Stack>
    );
  return (
    <Stack>
      <PageTitle>{t('projects.create')}</PageTitle>
      <Text>{t('projects.createText')}</Text>
      <CreateProjectForm onCreated={setData} />
    </Stack>
  );
};

export default CreateProjectPage;
