/** Changes a resource by one of its update actions. */
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import type { Resource } from '../api/Resource';
import type { ResourceType } from '../resources/resourceTypes';
import { ActionFields } from './ActionFields';

interface ActionFormProps {
  readonly type: ResourceType;
  readonly resource: Resource;
}

const ActionForm = ({ type, resource }: ActionFormProps) => {
  const { t } = useTranslation();
  const change = useChange(type, resource);
  return (
    <Stack>
      <ActionFields
        type={type}
        resource={resource}
        formKey={String(resource.version)}
        submitText={t('change.submit')}
        isSaving={change.isSaving}
        onChoose={change.reset}
        onSubmit={action => change.apply([action])}
      />
      <ChangeAlert change={change} resource={resource} />
    </Stack>
  );
};

export default ActionForm;
