import { Button, Divider, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewClient } from '../api/projects';
import type { Session } from '../api/session';
import { CreateProjectForm } from '../projects/CreateProjectForm';
import { WithReason } from '../layout/WithReason';

interface ProjectStepProps {
  readonly session: Session;
  readonly chosen: string | undefined;
  /** Is called with the first API client if the project was created here. */
  readonly onChosen: (projectKey: string, client?: NewClient) => void;
}

/** Chooses an existing project, or creates one. */
export const ProjectStep = ({ session: { projects }, chosen, onChosen }: ProjectStepProps) => {
  const { t } = useTranslation();
  const [selected, setSelected] = useState(chosen ?? projects[0]?.key ?? null);
  return (
    <Stack>
      {projects.length > 0 && (
        <>
          <Group align="end">
            <Select
              label={t('guide.existing')}
              data={projects.map(({ key, name }) => ({ value: key, label: name }))}
              value={selected}
              onChange={setSelected}
              allowDeselect={false}
              searchable
            />
            <WithReason reason={selected === null ? t('reason.nothingChosen') : undefined}>
              <Button onClick={() => selected !== null && onChosen(selected)}>{t('guide.useProject')}</Button>
            </WithReason>
          </Group>
          <Divider label={t('guide.or')} />
        </>
      )}
      <Text>{t('projects.createText')}</Text>
      <CreateProjectForm onCreated={({ project, client }) => onChosen(project.key, client)} />
    </Stack>
  );
};
