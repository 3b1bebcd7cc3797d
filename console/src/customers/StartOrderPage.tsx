/** A new order begins with the customer, whose cart becomes the order. */
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ReferenceSelect } from '../find/ReferenceSelect';
import { LoadState } from '../layout/LoadError';
import { CreateTitle } from '../layout/CreateTitle';
import { useResource } from '../resources/useResource';
import { useProjectKey } from '../session/useProjectKey';
import type { Customer } from './Customer';
import { NewCartButton } from './NewCartButton';

const StartOrderPage = () => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const [id, setId] = useState<string>();
  const query = useResource<Customer>('customers', id ?? '', id !== undefined);
  return (
    <Stack maw={520}>
      <CreateTitle>{t('customer.startOrder')}</CreateTitle>
      <Text size="sm">{t('customer.startOrderHint')}</Text>
      <ReferenceSelect
        label={t('cart.customer')}
        typeId="customer"
        member="id"
        value={id}
        onChange={setId}
        data-autofocus
      />
      <Anchor component={Link} to={`/${projectKey}/customers/create`} size="sm">
        {t('customer.create')}
      </Anchor>
      <LoadState of={query} />
      {query.data !== undefined && (
        <Group>
          <NewCartButton customer={query.data} />
        </Group>
      )}
    </Stack>
  );
};

export default StartOrderPage;
