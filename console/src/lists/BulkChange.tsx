/** Applies one update action to many resources, one after the other, and reports those that refused it. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UpdateAction } from '../changes/useChange';
import { ActionFields } from '../forms/ActionFields';
import type { ResourceType } from '../resources/resourceTypes';
import { useProjectKey } from '../session/useProjectKey';
import { BulkReport } from './BulkReport';
import { type ChangeProgress, changeAll, type Selected } from './changeAll';
import { useReload } from '../resources/useResource';

interface BulkChangeProps {
  readonly type: ResourceType;
  readonly selected: Selected;
  /** The number of resources, as far as it is known. */
  readonly total: number;
  readonly onClose: () => void;
}

const BulkChange = ({ type, selected, total, onClose }: BulkChangeProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const reload = useReload();
  const [progress, setProgress] = useState<ChangeProgress>();
  const [stop] = useState(() => new AbortController());
  const applyToAll = async (action: UpdateAction): Promise<void> => {
    const { path } = type;
    await changeAll({ projectKey, path, selected, action, signal: stop.signal, onProgress: setProgress });
    await reload(path);
  };
  return (
    <Modal
      opened
      size="lg"
      title={t('lists.changeSelected', { count: total })}
      onClose={onClose}
      closeOnClickOutside={progress?.isRunning !== true}
      closeButtonProps={{ 'aria-label': t('lists.close') }}
    >
      <Stack>
        {progress === undefined ? (
          <ActionFields
            type={type}
            formKey=""
            submitText={t('lists.applyToAll', { count: total })}
            isSaving={false}
            onSubmit={action => void applyToAll(action)}
          />
        ) : (
          <BulkReport total={total} progress={progress} />
        )}
        {progress !== undefined && (
          <Group justify="end">
            {progress.isRunning ? (
              <Button variant="default" onClick={() => stop.abort()}>
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
