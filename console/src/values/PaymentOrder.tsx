/** The order of a payment: a payment does not contain it, and at most one order refers to a payment. */
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { sendToProject } from '../api/project';
import type { Page } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';
import { labelOf } from './labelOf';

interface PaymentOrderProps {
  readonly paymentId: string;
  /** If false, the order determines the customer. */
  readonly hasCustomer: boolean;
}

export const PaymentOrder = ({ paymentId, hasCustomer }: PaymentOrderProps) => {
  const projectKey = useProjectKey();
  const { i18n } = useTranslation();
  const { data } = useQuery({
    queryKey: ['orders of payment', projectKey, paymentId],
    queryFn: ({ signal }) => {
      const where = `paymentInfo(payments(id="${paymentId}"))`;
      return sendToProject<Page>(projectKey, '/orders', { query: { where, limit: 1 }, signal });
    },
    retry: false,
  });
  const order = data?.results[0];
  if (order === undefined) return null;
  return (
    <>
      <Anchor component={Link} to={`/${projectKey}/orders/${order.id}`} size="sm" style={{ whiteSpace: 'nowrap' }}>
        {labelOf(order, i18n.language)}
      </Anchor>
      {!hasCustomer && typeof order.customerEmail === 'string' && <Text size="sm">{order.customerEmail}</Text>}
    </>
  );
};
