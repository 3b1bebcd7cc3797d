import { Anchor, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isReference, type Resource } from '../api/Resource';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useWords } from '../words/useWords';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime } from '../values/format';
import { ScrolledTable } from '../layout/ScrolledTable';
import { TableHead } from '../layout/TableHead';

/** Returns the number or the key by which people know the resource of a message. */
const identifierOf = ({ resourceUserProvidedIdentifiers: known = {} }: Resource): string | undefined =>
  ['orderNumber', 'customerNumber', 'sku', 'key', 'externalId']
    .map(name => (known as Readonly<Record<string, unknown>>)[name])
    .find(value => typeof value === 'string') as string | undefined;

/** Links to the page of a message's resource; types without pages only show the name. */
const ResourceLink = ({ message }: { readonly message: Resource }) => {
  const projectKey = useProjectKey();
  const types = useResourceTypes();
  const words = useWords();
  const { resource } = message;
  if (!isReference(resource)) return null;
  const { typeId, id } = resource;
  const path = types.find(each => each.typeId === typeId)?.path;
  const name = `${words.member(typeId)} ${identifierOf(message) ?? id}`;
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
        <TableHead labels={['at', 'type', 'resource'].map(column => t(`messages.${column}`))} />
        <Table.Tbody>
          {messages.map(message => (
            <Table.Tr key={message.id}>
              <Table.Td>{formatDateTime(message.createdAt, i18n.language)}</Table.Td>
              <Table.Td>{String(message.type)}</Table.Td>
              <Table.Td>
                <ResourceLink message={message} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
};
