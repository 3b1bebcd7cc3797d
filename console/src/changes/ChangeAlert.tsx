/** Tells that a change was saved or refused. A conflict shows both versions, and offers to go on with the newest. */
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '../resources/errorText';
import type { Resource } from '../resources/Resource';
import { ValueView } from '../values/ValueView';
import { differencesOf } from './differences';
import type { Change, Conflict } from './useChange';

const Differences = ({ shown, newest }: Conflict) => {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('change.member')}</Table.Th>
            <Table.Th scope="col">{t('change.shown', { version: shown.version })}</Table.Th>
            <Table.Th scope="col">{t('change.newest', { version: newest.version })}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differencesOf(shown, newest).map(({ member, before, after }) => (
            <Table.Tr key={member}>
              <Table.Th scope="row">{member}</Table.Th>
              <Table.Td>
                <ValueView value={before} />
              </Table.Td>
              <Table.Td>
                <ValueView value={after} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};

const ConflictAlert = ({ change, conflict }: { readonly change: Change; readonly conflict: Conflict }) => {
  const { t } = useTranslation();
  return (
    <Alert color="orange">
      <Stack>
        <Text fw={700}>{t('change.conflict')}</Text>
        <Differences {...conflict} />
        <Group>
          <Button loading={change.isSaving} onClick={change.applyToNewest}>
            {t('change.applyToNewest', { actions: conflict.actions.map(({ action }) => action).join(', ') })}
          </Button>
          <Button variant="default" onClick={change.discard}>
            {t('change.reload')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
};

export const ChangeAlert = ({ change, resource }: { readonly change: Change; readonly resource: Resource }) => {
  const { t } = useTranslation();
  if (change.conflict !== undefined) return <ConflictAlert change={change} conflict={change.conflict} />;
  if (change.error !== null && change.error !== undefined)
    return (
      <Alert color="red">
        <Text style={{ whiteSpace: 'pre-line' }}>{errorText(change.error, t)}</Text>
      </Alert>
    );
  return change.isSaved ? <Alert color="green">{t('change.saved', { version: resource.version })}</Alert> : null;
};
