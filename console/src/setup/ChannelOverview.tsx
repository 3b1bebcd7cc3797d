/** One channel: its names, roles and address. */
import { Button, Checkbox, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressDialog } from '../addresses/AddressDialog';
import { AddressText } from '../addresses/AddressText';
import type { Resource } from '../api/Resource';
import { Section } from '../layout/Section';
import { useAllowed } from '../session/useAllowed';
import { useEnum } from '../resources/useSchema';
import { ValueView } from '../values/ValueView';
import { filledNames, NameFields, type Names } from './NameFields';
import { isSame, SetupForm } from './SetupForm';

interface Channel extends Resource {
  readonly name?: Names;
  readonly roles: readonly string[];
  readonly address?: Readonly<Record<string, unknown>>;
}

const ChannelForm = ({ channel }: { readonly channel: Channel }) => {
  const { t } = useTranslation();
  const [name, setName] = useState(channel.name ?? {});
  const [roles, setRoles] = useState([...channel.roles]);
  const roleNames = useEnum('ChannelRole');
  const filled = filledNames(name);
  const actions = [
    ...(isSame(channel.name ?? {}, name) ? [] : [{ action: 'changeName', name: filled }]),
    ...(isSame(channel.roles, roles) ? [] : [{ action: 'setRoles', roles }]),
  ];
  const missing =
    roles.length === 0
      ? t('reason.empty', { field: t('setup.roles') })
      : filled === undefined && channel.name !== undefined
        ? t('reason.empty', { field: t('setup.channelNames') })
        : undefined;
  return (
    <SetupForm path="channels" resource={channel} actions={actions} missing={missing}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <Section title={t('setup.channelNames')}>
          <Stack gap="xs">
            <NameFields names={name} onChange={setName} />
          </Stack>
        </Section>
        <Section title={t('setup.roles')}>
          <Checkbox.Group value={roles} onChange={setRoles} aria-label={t('setup.roles')}>
            <Stack gap="xs">
              {roleNames.map(role => (
                <Checkbox
                  key={role}
                  value={role}
                  label={t(`setup.role.${role}`)}
                  description={t(`setup.roleHint.${role}`)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        </Section>
      </SimpleGrid>
    </SetupForm>
  );
};

const ChannelOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const channel = resource as Channel;
  const mayChange = useAllowed()('POST', '/channels/{id}');
  const [isOpen, setIsOpen] = useState(false);
  const { key, description, geoLocation, custom } = channel;
  return (
    <Stack gap="xs">
      <ChannelForm key={channel.version} channel={channel} />
      <Section title={t('setup.address')}>
        <Stack gap="xs" align="start">
          <AddressText address={channel.address} />
          {mayChange && (
            <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
              {t('setup.changeAddress')}
            </Button>
          )}
        </Stack>
      </Section>
      <ValueView value={{ key, description, geoLocation, custom }} typeName="Channel" />
      {isOpen && <AddressDialog path="channels" resource={channel} member="address" onClose={() => setIsOpen(false)} />}
    </Stack>
  );
};

export default ChannelOverview;
