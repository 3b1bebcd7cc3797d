/** One API extension: its destination, its triggers, and a test call if the session has the permission. */
import { Stack, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../layout/Section';
import type { Resource } from '../api/Resource';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useSession } from '../session/useSession';
import { ValueView } from '../values/ValueView';
import { useWords } from '../words/useWords';
import type { Extension } from './Extension';
import { TestCallSection } from './TestCallSection';
import { ScrolledTable } from '../layout/ScrolledTable';
import { TableHead } from '../layout/TableHead';

const TriggerTable = ({ extension }: { readonly extension: Extension }) => {
  const { t } = useTranslation();
  const words = useWords();
  const types = useResourceTypes();
  const nameOf = (typeId: string): string => {
    const path = types.find(each => each.typeId === typeId)?.path;
    return path === undefined ? typeId : t(`types.${path}`);
  };
  return (
    <ScrolledTable minWidth={320} label={t('extension.triggers')}>
      <Table>
        <TableHead labels={['type', 'actions', 'condition'].map(column => t(`extension.columns.${column}`))} />
        <Table.Tbody>
          {extension.triggers.map(({ resourceTypeId, actions, condition }) => (
            <Table.Tr key={`${resourceTypeId} ${actions.join()} ${condition}`}>
              <Table.Td>{nameOf(resourceTypeId)}</Table.Td>
              <Table.Td>{actions.map(action => words.enumValue('actions', action)).join(', ')}</Table.Td>
              <Table.Td>{condition ?? t('extension.always')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
};

const ExtensionOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const session = useSession().data;
  const extension = resource as Extension;
  const { destination, timeoutInMs, additionalContext } = extension;
  return (
    <Stack>
      <Section title={t('extension.destination')}>
        <ValueView
          value={{
            ...destination,
            ...(timeoutInMs !== undefined && { timeoutInMs }),
            ...(additionalContext !== undefined && { additionalContext }),
          }}
        />
      </Section>
      <Section title={t('extension.triggers')}>
        <TriggerTable extension={extension} />
      </Section>
      {session?.permissions.includes('test_extensions') === true && (
        // Another version may have another destination, so the test is reset.
        <TestCallSection key={extension.version} extension={extension} />
      )}
    </Stack>
  );
};

export default ExtensionOverview;
