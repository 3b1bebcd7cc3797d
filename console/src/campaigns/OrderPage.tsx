/** Discounts in the order in which they apply, which is changed by dragging a row or by its buttons. */
import { ActionIcon, Anchor, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { sendToProject } from '../api/project';
import { textOf } from '../api/Resource';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { StateBadge } from '../values/StateBadge';
import { type CampaignPath, type Discount, stateOf } from './campaign';
import { CampaignViews, useCampaignPath } from './CampaignViews';
import { Sentence } from './Sentence';
import { placeBetween } from './sortOrder';
import { useDiscounts } from './useDiscounts';
import { WithReason } from '../layout/WithReason';
import { ErrorAlert, LoadState } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';

interface Move {
  readonly from: number;
  /** The place of the discount after the move. */
  readonly to: number;
}

/** Returns the place of a discount between its new neighbours. */
const placeOf = (discounts: readonly Discount[], { from, to }: Move): string => {
  const others = discounts.filter((_discount, at) => at !== from);
  return placeBetween(others[to]?.sortOrder ?? '0', others[to - 1]?.sortOrder ?? '1');
};

const useMove = (path: CampaignPath, discounts: readonly Discount[]) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (move: Move) => {
      const { id, version, name } = discounts[move.from] as Discount;
      const actions = [{ action: 'changeSortOrder', sortOrder: placeOf(discounts, move) }];
      await sendToProject(projectKey, `/${path}/${id}`, { method: 'POST', body: { version, actions } });
      setSaid(t('campaign.moved', { name: textOf(name, i18n.language) ?? id, place: move.to + 1 }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['discounts in order', projectKey, path] }),
  });
  return { move: mutate, error, isPending, said };
};

interface RowProps {
  readonly path: CampaignPath;
  readonly discount: Discount;
  readonly place: number;
  readonly count: number;
  /** Undefined if the discount cannot be moved. */
  readonly onMove: ((to: number) => void) | undefined;
  readonly onDragStart: () => void;
  readonly onDrop: () => void;
}

const Row = ({ path, discount, place, count, onMove, onDragStart, onDrop }: RowProps) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const [isOver, setIsOver] = useState(false);
  const name = textOf(discount.name, i18n.language) ?? discount.id;
  const accept = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <Table.Tr
      draggable={onMove !== undefined}
      style={{ cursor: onMove === undefined ? undefined : 'grab' }}
      bg={isOver ? 'var(--mantine-color-default-hover)' : undefined}
      onDragStart={onDragStart}
      onDragOver={accept}
      onDragLeave={() => setIsOver(false)}
      onDrop={event => {
        event.preventDefault();
        setIsOver(false);
        onDrop();
      }}
    >
      <Table.Td w={40}>{place + 1}</Table.Td>
      <Table.Td w={90}>
        {onMove !== undefined && (
          <Group gap={4} wrap="nowrap">
            <WithReason reason={place === 0 ? t('reason.isFirst') : undefined}>
              <ActionIcon variant="default" aria-label={t('campaign.up', { name })} onClick={() => onMove(place - 1)}>
                ↑
              </ActionIcon>
            </WithReason>
            <WithReason reason={place === count - 1 ? t('reason.isLast') : undefined}>
              <ActionIcon variant="default" aria-label={t('campaign.down', { name })} onClick={() => onMove(place + 1)}>
                ↓
              </ActionIcon>
            </WithReason>
          </Group>
        )}
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} to={`/${projectKey}/${path}/${discount.id}`} size="sm" draggable={false}>
          {name}
        </Anchor>
        <Text size="sm">
          <Sentence path={path} discount={discount} />
        </Text>
        {discount.discountGroup !== undefined && (
          <Text size="xs" c="dimmed">
            {t('campaign.ofGroup')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <StateBadge member="campaignState" value={stateOf(discount)} />
      </Table.Td>
    </Table.Tr>
  );
};

const OrderPage = () => {
  const { t } = useTranslation();
  const path = useCampaignPath();
  const mayChange = useAllowed()('POST', `/${path}/{id}`);
  const query = useDiscounts(path);
  const { data } = query;
  const { results: discounts = [], total = 0 } = data ?? {};
  const { move, error, isPending, said } = useMove(path, discounts);
  const [dragged, setDragged] = useState<number>();
  const drop = (to: number): void => {
    if (dragged !== undefined && dragged !== to) move({ from: dragged, to });
    setDragged(undefined);
  };
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t(`types.${path}`)}</PageTitle>
        <CampaignViews path={path} shown="order" />
      </Group>
      <Text size="sm">{t(path === 'cart-discounts' ? 'campaign.orderHint' : 'campaign.orderHintPrices')}</Text>
      <LoadState of={query} />
      <ErrorAlert error={error} />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {data !== undefined && discounts.length === 0 && <Text>{t('campaign.none')}</Text>}
      {discounts.length < total && <Text size="sm">{t('campaign.limited', { count: discounts.length, total })}</Text>}
      {discounts.length > 0 && (
        <Table.ScrollContainer minWidth={320}>
          <Table aria-busy={isPending} aria-label={t('campaign.views.order')}>
            <Table.Tbody>
              {discounts.map((discount, at) => (
                <Row
                  key={discount.id}
                  path={path}
                  discount={discount}
                  place={at}
                  count={discounts.length}
                  onMove={
                    mayChange && !isPending && discount.discountGroup === undefined
                      ? to => move({ from: at, to })
                      : undefined
                  }
                  onDragStart={() => setDragged(at)}
                  onDrop={() => drop(at)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
};

export default OrderPage;
