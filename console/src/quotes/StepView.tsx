import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Resource } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime, formatMoney, isMoney } from '../values/format';
import type { NamedMove } from './moves';

interface StepViewProps {
  /** The path of the resource type. */
  readonly path: string;
  readonly name: string;
  readonly resource: Resource;
  readonly state: string;
  /** True if the page shows this resource, which then needs no link. */
  readonly isShown: boolean;
  readonly moves: readonly NamedMove[];
  readonly isMoving: boolean;
  readonly onMove: (move: NamedMove['move']) => void;
  readonly children?: ReactNode;
}

const commentMembers = ['comment', 'sellerComment', 'buyerComment'] as const;

/** One step of a negotiation: its author and text, and the possible next steps. */
export const StepView = (props: StepViewProps) => {
  const { path, name, resource, state, isShown, moves, isMoving, onMove, children } = props;
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const { totalPrice, validTo } = resource;
  return (
    <Stack gap={4} component="section" aria-label={name}>
      <Group gap="xs">
        {isShown ? (
          <Text fw={700}>{name}</Text>
        ) : (
          <Anchor component={Link} to={`/${projectKey}/${path}/${resource.id}`}>
            {name}
          </Anchor>
        )}
        <Badge>{state}</Badge>
        {isMoney(totalPrice) && <Text size="sm">{formatMoney(totalPrice, i18n.language)}</Text>}
      </Group>
      <Text size="sm" c="dimmed">
        {formatDateTime(resource.createdAt, i18n.language)}
        {typeof validTo === 'string' && `, ${t('quote.validUntil', { date: formatDateTime(validTo, i18n.language) })}`}
      </Text>
      {commentMembers.map(member =>
        typeof resource[member] === 'string' ? (
          <Text key={member} size="sm">
            {t(`quote.${member}`)}: {resource[member]}
          </Text>
        ) : null,
      )}
      <Group gap="xs">
        {children}
        {moves.map(({ name: move, move: request }) => (
          <Button key={move} size="xs" variant="default" loading={isMoving} onClick={() => onMove(request)}>
            {t(`quote.${move}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
};
