/** The history of a resource, newest first: who changed which value to which. */
import { Button, Stack, Text, Timeline as TimelineView } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../src/auth/accounts/AuditEntry';
import { readProject } from '../api/projects';
import type { Paid, Payment } from '../payments/Payment';
import { usePayments } from '../payments/usePayments';
import type { Resource } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';
import { useSession } from '../session/useSession';
import { formatDateTime, formatMoney } from '../values/format';
import { StateBadge } from '../values/StateBadge';
import { useWords } from '../words/useWords';
import type { Creator } from './creatorText';
import { firstStart, type HistoryOf, loadAudit, loadPage } from './loadHistory';
import { MessageChanges } from './MessageChanges';
import { auditTitle, byWhom, messageTitle } from './messageTitle';
import { useNames } from './useNames';
import { LoadState } from '../layout/LoadError';

type Transaction = Payment['transactions'][number];

/**
 * A message, an entry of the audit log about a change without a message, or a transaction of an order's payment, since
 * the messages of the order do not contain those of the payment.
 */
type Item =
  | { readonly at: string; readonly by?: undefined; readonly transaction: Transaction }
  | { readonly at: string; readonly by: unknown; readonly message: Resource }
  | { readonly at: string; readonly by: unknown; readonly audited: AuditEntry };

const noEntries: readonly AuditEntry[] = [];

interface Loaded {
  readonly messages: readonly Resource[];
  readonly audit: readonly AuditEntry[];
  readonly payments: readonly Payment[];
}

const itemsOf = ({ messages, audit, payments }: Loaded, isWhole: boolean): readonly Item[] => {
  const versions = new Set(messages.map(({ resourceVersion }) => resourceVersion));
  const oldest = isWhole ? '' : (messages.at(-1)?.createdAt ?? '');
  const items: Item[] = [
    ...messages.map(message => ({ at: message.createdAt, by: message.createdBy, message })),
    ...audit
      .filter(({ at, version }) => at >= oldest && !versions.has(version))
      .map(audited => ({
        at: audited.at,
        by: audited.account === undefined ? { clientId: audited.clientId } : { externalUserId: audited.account.email },
        audited,
      })),
    ...payments
      .flatMap(({ transactions }) => transactions)
      .flatMap(transaction => (transaction.timestamp === undefined ? [] : [{ at: transaction.timestamp, transaction }]))
      .filter(({ at }) => at >= oldest),
  ];
  return items.sort((a, b) => b.at.localeCompare(a.at));
};

/** Returns the loaded part of a history. The audit log is included if the session may read it. */
const useHistory = (of: HistoryOf, resource: Paid) => {
  const mayReadAudit = useSession().data?.permissions.includes('view_audit_entries') ?? false;
  const pages = useInfiniteQuery({
    queryKey: ['messages', of.projectKey, of.typeId, of.id],
    initialPageParam: firstStart,
    queryFn: ({ pageParam, signal }) => loadPage(of, pageParam, signal),
    getNextPageParam: ({ next }) => next,
  });
  const { data: audit = noEntries } = useQuery({
    queryKey: ['audit', of.projectKey, of.id],
    queryFn: () => loadAudit(of),
    enabled: mayReadAudit,
    retry: false,
  });
  const { payments } = usePayments(resource);
  const loaded = pages.data?.pages ?? [];
  // Retention may move messages to the history while pages are read.
  const messages = [...new Map(loaded.flatMap(page => page.messages.map(each => [each.id, each] as const))).values()];
  return {
    ...pages,
    items: itemsOf({ messages, audit, payments }, pages.data !== undefined && !pages.hasNextPage),
    keptDays: loaded.at(-1)?.keptDays,
  };
};

/** Explains how far back the history goes. */
const Extent = ({ keptDays }: { readonly keptDays: number }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const { data } = useQuery({
    queryKey: ['project', projectKey],
    queryFn: () => readProject(projectKey),
    retry: false,
  });
  const { enabled = true, deleteDaysAfterCreation = 0 } = data?.messages ?? {};
  const days = Math.max(keptDays, deleteDaysAfterCreation);
  return (
    <Text size="sm" c="dimmed">
      {[days > 0 && t('history.kept', { count: days }), !enabled && t('history.off')].filter(Boolean).join(' ')}
    </Text>
  );
};

const idOf = (item: Item): string => {
  if ('message' in item) return item.message.id;
  return 'audited' in item ? item.audited.id : item.transaction.id;
};

/** The content of an item below its time. */
const ItemBody = ({ item }: { readonly item: Item }) => {
  const { t } = useTranslation();
  const words = useWords();
  if ('message' in item) return <MessageChanges message={item.message} />;
  if ('transaction' in item) return <StateBadge member="state" value={item.transaction.state} />;
  const { actions = [], version } = item.audited;
  const said = [actions.map(name => words.action(name)).join(', '), t('history.audited', { version })];
  return <Text size="sm">{said.filter(Boolean).join('. ')}</Text>;
};

interface TimelineProps {
  readonly typeId: string;
  readonly resource: Resource & Paid;
}

const Timeline = ({ typeId, resource }: TimelineProps) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const words = useWords();
  const history = useHistory({ projectKey, typeId, id: resource.id }, resource);
  const { items, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, keptDays } = history;
  const nameOf = useNames(items.map(({ by }) => (by ?? {}) as Creator));
  if (history.isError || isPending) return <LoadState of={history} />;
  const titleOf = (item: Item): string => {
    if ('message' in item) return messageTitle(item.message, words, t);
    if ('audited' in item) return auditTitle(item.audited, typeId, words, t);
    const { type, amount } = item.transaction;
    return t('history.transaction', { type: words.value('type', type), amount: formatMoney(amount, i18n.language) });
  };
  return (
    <Stack>
      {items.length === 0 && <Text>{t('history.empty')}</Text>}
      <TimelineView bulletSize={14}>
        {items.map(item => (
          <TimelineView.Item
            key={idOf(item)}
            title={[titleOf(item), byWhom(item.by, t, nameOf)].filter(Boolean).join(' ')}
          >
            <Text size="sm" c="dimmed">
              {formatDateTime(item.at, i18n.language)}
            </Text>
            <ItemBody item={item} />
          </TimelineView.Item>
        ))}
      </TimelineView>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('history.more')}
        </Button>
      )}
      {keptDays !== undefined && <Extent keptDays={keptDays} />}
    </Stack>
  );
};

export default Timeline;
