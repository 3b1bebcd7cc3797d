/** Applies one update action to many resources, one after the other, and reports those that refused it. */
import { Alert, Button, Group, Modal, Progress, Stack, Table, Text } from '@mantine/core';
import { useInvalidate } from '@refinedev/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import type { UpdateAction } from '../changes/useChange';
import { ActionFields } from '../forms/ActionFields';
import { errorText } from '../resources/errorText';
import { labelOf, type Resource } from '../resources/Resource';
import type { ResourceType } from '../resources/resourceTypes';
import { useProjectKey } from '../session/useProjectKey';

interface BulkChangeProps {
  readonly type: ResourceType;
  readonly resources: readonly Resource[];
  readonly onClose: () => void;
}

interface Failure {
  readonly resource: Resource;
  readonly error: unknown;
}

interface Progressed {
  readonly done: number;
  readonly failures: readonly Failure[];
  readonly isRunning: boolean;
}

const Report = ({ total, progress }: { readonly total: number; readonly progress: Progressed }) => {
  const { t, i18n } = useTranslation();
  const { done, failures, isRunning } = progress;
  return (
    <Stack>
      <Progress value={(done / total) * 100} aria-label={t('lists.changing')} />
      <Text role="status">
        {t('lists.changed', { changed: done - failures.length, total, failed: failures.length })}
      </Text>
      {!isRunning && failures.length > 0 && (
        <Alert color="red">
          <Text fw={700}>{t('lists.refused')}</Text>
          <Table>
            <Table.Tbody>
              {failures.map(({ resource, error }) => (
                <Table.Tr key={resource.id}>
                  <Table.Th scope="row">{labelOf(resource, i18n.language)}</Table.Th>
                  <Table.Td>{errorText(error, t)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Alert>
      )}
    </Stack>
  );
};

const BulkChange = ({ type, resources, onClose }: BulkChangeProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const invalidate = useInvalidate();
  const [progress, setProgress] = useState<Progressed>();
  const isStopped = useRef(false);
  const applyToAll = async (action: UpdateAction): Promise<void> => {
    const failures: Failure[] = [];
    let done = 0;
    isStopped.current = false;
    setProgress({ done, failures, isRunning: true });
    for (const resource of resources) {
      if (isStopped.current) break;
      try {
        const body = { version: resource.version, actions: [action] };
        await sendToProject(projectKey, `/${type.path}/${resource.id}`, { method: 'POST', body });
      } catch (error) {
        failures.push({ resource, error });
      }
      setProgress({ done: ++done, failures: [...failures], isRunning: true });
    }
    setProgress({ done, failures, isRunning: false });
    await invalidate({ resource: type.path, invalidates: ['list', 'many', 'detail'] });
  };
  return (
    <Modal
      opened
      size="lg"
      title={t('lists.changeSelected', { count: resources.length })}
      onClose={onClose}
      closeOnClickOutside={progress?.isRunning !== true}
      closeButtonProps={{ 'aria-label': t('lists.close') }}
    >
      <Stack>
        {progress === undefined ? (
          <ActionFields
            type={type}
            formKey=""
            submitText={t('lists.applyToAll', { count: resources.length })}
            isSaving={false}
            onSubmit={action => void applyToAll(action)}
          />
        ) : (
          <Report total={resources.length} progress={progress} />
        )}
        {progress !== undefined && (
          <Group justify="end">
            {progress.isRunning ? (
              <Button
                variant="default"
                onClick={() => {
                  isStopped.current = true;
                }}
              >
                {t('lists.stop')}
              </Button>
            ) : (
              <Button onClick={onClose}>{t('lists.close')}</Button>
            )}
          </Group>
        )}
      </Stack>
    </Modal>
  );
};

export default BulkChange;
