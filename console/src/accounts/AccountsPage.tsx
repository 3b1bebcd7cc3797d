import { Badge, Button, Group, Modal, Stack, Table } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Account, accountsPerPage, queryAccounts } from '../api/accounts';
import type { ServerPageProps } from '../session/useSession';
import { ChangeAccount } from './ChangeAccount';
import { CreateAccount } from './CreateAccount';
import { Pages } from '../layout/Pages';
import { ScrolledTable } from '../layout/ScrolledTable';
import { LoadState } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';
import { TableHead } from '../layout/TableHead';

interface AccountsTableProps {
  readonly accounts: readonly Account[];
  readonly onChange: (account: Account) => void;
}

const AccountsTable = ({ accounts, onChange }: AccountsTableProps) => {
  const { t } = useTranslation();
  return (
    <ScrolledTable minWidth={640} label={t('accounts.title')}>
      <Table>
        <TableHead
          labels={['email', 'name', 'role', 'projects', 'state', 'change'].map(column => t(`accounts.${column}`))}
        />
        <Table.Tbody>
          {accounts.map(account => (
            <Table.Tr key={account.id}>
              <Table.Td>{account.email}</Table.Td>
              <Table.Td>{account.name}</Table.Td>
              <Table.Td>{t(`accounts.roleNames.${account.role}`)}</Table.Td>
              <Table.Td>{account.projects?.join(', ') ?? t('accounts.allProjects')}</Table.Td>
              <Table.Td>
                {account.disabled === true ? (
                  <Badge color="red.9">{t('accounts.locked')}</Badge>
                ) : (
                  <Badge>{t('accounts.active')}</Badge>
                )}
              </Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('accounts.changeLabel', { email: account.email })}
                  onClick={() => onChange(account)}
                >
                  {t('accounts.change')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
};

const AccountsPage = ({ session }: ServerPageProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Account | 'new'>();
  const query = useQuery({ queryKey: ['accounts', page], queryFn: () => queryAccounts(page) });
  const { data } = query;
  const close = (): void => setOpened(undefined);
  const onDone = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['accounts'] });
    close();
  };
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t('accounts.title')}</PageTitle>
        <Button onClick={() => setOpened('new')}>{t('accounts.create')}</Button>
      </Group>
      <LoadState of={query} />
      {data !== undefined && <AccountsTable accounts={data.results} onChange={setOpened} />}
      {data !== undefined && <Pages total={Math.ceil(data.total / accountsPerPage)} page={page} onChange={setPage} />}
      <Modal
        opened={opened !== undefined}
        onClose={close}
        title={opened === 'new' || opened === undefined ? t('accounts.create') : opened.email}
        closeButtonProps={{ 'aria-label': t('accounts.close') }}
        // Locking the scroll position would write a style without the nonce of the page.
        lockScroll={false}
      >
        {opened === 'new' && <CreateAccount session={session} onDone={onDone} />}
        {opened !== undefined && opened !== 'new' && (
          <ChangeAccount key={opened.id} session={session} account={opened} onDone={onDone} />
        )}
      </Modal>
    </Stack>
  );
};

export default AccountsPage;
