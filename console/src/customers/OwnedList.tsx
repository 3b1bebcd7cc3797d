/** The newest orders or carts of a customer. */
import { Alert, Anchor, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Loading } from '../layout/Loading';
import { errorText } from '../resources/errorText';
import { labelOf } from '../resources/Resource';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime, formatMoney, isMoney } from '../values/format';
import { ValueView } from '../values/ValueView';
import { useOwned } from './useOwned';

interface OwnedListProps {
  readonly path: 'orders' | 'carts';
  readonly customerId: string;
  readonly stateMember: 'orderState' | 'cartState';
}

export const OwnedList = ({ path, customerId, stateMember }: OwnedListProps) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const { data, error } = useOwned(path, customerId);
  if (error !== null) return <Alert color="red">{errorText(error, t)}</Alert>;
  if (data === undefined) return <Loading />;
  if (data.results.length === 0) return <Text size="sm">{t('customer.none')}</Text>;
  return (
    <>
      <Table>
        <Table.Tbody>
          {data.results.map(resource => (
            <Table.Tr key={resource.id}>
              <Table.Td>
                <Anchor component={Link} to={`/${projectKey}/${path}/${resource.id}`} size="sm">
                  {labelOf(resource, i18n.language)}
                </Anchor>
              </Table.Td>
              <Table.Td>{formatDateTime(resource.createdAt, i18n.language)}</Table.Td>
              <Table.Td>
                <ValueView value={resource[stateMember]} />
              </Table.Td>
              <Table.Td ta="right">
                {isMoney(resource.totalPrice) ? formatMoney(resource.totalPrice, i18n.language) : ''}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {(data.total ?? 0) > data.results.length && (
        <Text size="sm">{t('customer.newestOf', { count: data.results.length, total: data.total })}</Text>
      )}
    </>
  );
};
