import { Anchor, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isReference, type Resource } from '../api/Resource';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime } from '../values/format';
import { ScrolledTable } from '../layout/ScrolledTable';

/** Leads to the page of a message's resource; types without pages have the name only. */
const ResourceLink = ({ resource }: { readonly resource: unknown }) => {
  const projectKey = useProjectKey();
  const types = useResourceTypes();
  if (!isReference(resource)) return null;
  const { typeId, id } = resource;
  const path = types.find(each => each.typeId === typeId)?.path;
  const name = `${typeId}/${id}`;
  if (path === undefined) return name;
  return (
    <Anchor component={Link} to={`/${projectKey}/${path}/${id}`}>
      {name}
    </Anchor>
  );
};

export const MessagesTable = ({ messages }: { readonly messages: readonly Resource[] }) => {
  const { t, i18n } = useTranslation();
  return (
    <ScrolledTable minWidth={600} label={t('messages.title')}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {['at', 'type', 'resource'].map(column => (
              <Table.Th key={column} scope="col">
                {t(`messages.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {messages.map(message => (
            <Table.Tr key={message.id}>
              <Table.Td>{formatDateTime(message.createdAt, i18n.language)}</Table.Td>
              <Table.Td>{String(message.type)}</Table.Td>
              <Table.Td>
                <ResourceLink resource={message.resource} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
};
