/** One customer group: its name and its key. The page lists its customers below. */
import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { ValueView } from '../values/ValueView';
import { KeyField, textActions } from './KeyField';
import { SetupForm } from './SetupForm';

interface CustomerGroup extends Resource {
  readonly name: string;
  readonly key?: string;
}

const GroupForm = ({ group }: { readonly group: CustomerGroup }) => {
  const { t } = useTranslation();
  const [name, setName] = useState(group.name);
  const [key, setKey] = useState(group.key ?? '');
  const actions = [
    ...(name === group.name ? [] : [{ action: 'changeName', name }]),
    ...textActions('setKey', 'key', group.key, key),
  ];
  const missing = name.trim() === '' ? t('reason.empty', { field: t('setup.groupName') }) : undefined;
  return (
    <SetupForm path="customer-groups" resource={group} actions={actions} missing={missing}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <TextInput
          label={t('setup.groupName')}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          required
        />
        <KeyField value={key} onChange={setKey} />
      </SimpleGrid>
    </SetupForm>
  );
};

const CustomerGroupOverview = ({ resource }: { readonly resource: Resource }) => (
  <>
    <GroupForm key={resource.version} group={resource as CustomerGroup} />
    {resource.custom !== undefined && <ValueView value={{ custom: resource.custom }} typeName="CustomerGroup" />}
  </>
);

export default CustomerGroupOverview;
