import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NewClient } from '../api/projects';
import { CreateApiClientForm } from '../projects/CreateApiClientForm';
import { NewClientCard } from '../projects/NewClientCard';
import { StepWithoutProject } from './StepWithoutProject';

interface ClientStepProps {
  readonly projectKey: string | undefined;
  /** The client that was created with the project or by this step. */
  readonly client: NewClient | undefined;
  readonly onCreated: (client: NewClient) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Shows the first API client of the project with its snippets, or creates one. */
export const ClientStep = ({ projectKey, client, onCreated, onBack, onDone }: ClientStepProps) => {
  const { t } = useTranslation();
  if (projectKey === undefined) return <StepWithoutProject onBack={onBack} />;
  if (client === undefined)
    return (
      <Stack>
        <Text>{t('guide.clientText', { project: projectKey })}</Text>
        <CreateApiClientForm projectKey={projectKey} onCreated={onCreated} />
      </Stack>
    );
  return (
    <Stack>
      <NewClientCard projectKey={projectKey} client={client} />
      <Button onClick={onDone} w="fit-content">
        {t('guide.continue')}
      </Button>
    </Stack>
  );
};
