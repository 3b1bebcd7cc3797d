/** Lets a job of the server write a sample shop, and shows its progress. */
import { Alert, Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createSampleShop, readSampleShop, type SampleShop } from '../api/sampleShops';
import { Loading } from '../layout/Loading';
import { StepWithoutProject } from './StepWithoutProject';
import { ErrorAlert, LoadError } from '../layout/LoadError';

const everyMs = 1_000;
/** Numbers of orders; the other parts of the shop grow with them. */
const sizes = ['50', '500', '5000'] as const;

interface StepProps {
  readonly onBack: () => void;
  readonly onDone: () => void;
}

const isInProgress = (shop: SampleShop | undefined): boolean => shop?.state === 'waiting' || shop?.state === 'running';

const ShopProgress = ({ percent }: { readonly percent: number }) => {
  const { t } = useTranslation();
  return (
    <Stack gap={4}>
      <Progress value={percent} aria-label={t('guide.shopProgress')} />
      <Text size="sm" role="status">
        {t('guide.shopWritten', { percent })}
      </Text>
    </Stack>
  );
};

const useSampleShop = (projectKey: string) => {
  const client = useQueryClient();
  const queryKey = ['sample shop', projectKey];
  const status = useQuery({
    queryKey,
    queryFn: () => readSampleShop(projectKey),
    refetchInterval: ({ state }) => (isInProgress(state.data) ? everyMs : false),
  });
  const creation = useMutation({
    mutationFn: (orders: number) => createSampleShop(projectKey, orders),
    onSuccess: shop => client.setQueryData(queryKey, shop),
  });
  return { status, creation };
};

const ShopStep = ({ projectKey, onBack, onDone }: StepProps & { readonly projectKey: string }) => {
  const { t, i18n } = useTranslation();
  const [size, setSize] = useState<string>('500');
  const { status, creation } = useSampleShop(projectKey);
  const shop = status.data;
  if (status.isLoading) return <Loading />;
  const canCreate = shop?.state === 'none' || shop?.state === 'failed';
  return (
    <Stack>
      <Text>{t('guide.shopText', { project: projectKey })}</Text>
      <LoadError of={status} />
      <ErrorAlert error={creation.error} />
      {shop?.state === 'failed' && (
        <Alert color="red">
          <Text fw={700}>{t('guide.shopFailed')}</Text>
          {shop.failure}
        </Alert>
      )}
      {canCreate && (
        <Group align="end">
          <Select
            label={t('guide.shopSize')}
            data={sizes.map(value => ({ value, label: Number(value).toLocaleString(i18n.language) }))}
            value={size}
            onChange={value => value !== null && setSize(value)}
            allowDeselect={false}
          />
          <Button loading={creation.isPending} onClick={() => creation.mutate(Number(size))}>
            {t('guide.shopCreate')}
          </Button>
        </Group>
      )}
      {(status.isError || creation.isError || shop?.state === 'failed') && (
        <Button variant="default" onClick={onBack} w="fit-content">
          {t('guide.chooseProject')}
        </Button>
      )}
      {isInProgress(shop) && <ShopProgress percent={shop?.percent ?? 0} />}
      {shop?.state === 'completed' && (
        <Alert role="status">{t('guide.shopCompleted', { password: shop.customerPassword })}</Alert>
      )}
      {(isInProgress(shop) || shop?.state === 'completed') && (
        <Button onClick={onDone} w="fit-content">
          {t('guide.continue')}
        </Button>
      )}
    </Stack>
  );
};

export const SampleShopStep = ({ projectKey, ...props }: StepProps & { readonly projectKey: string | undefined }) =>
  projectKey === undefined ? (
    <StepWithoutProject onBack={props.onBack} />
  ) : (
    <ShopStep key={projectKey} projectKey={projectKey} {...props} />
  );
