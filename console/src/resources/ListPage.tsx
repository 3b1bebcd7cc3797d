/** The list of any resource type: columns to choose, a predicate as filter, sorting, pages. */
import { Alert, Button, Group, Pagination, Stack, Text, Title } from '@mantine/core';
import { useTable } from '@refinedev/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProjectKey } from '../session/useProjectKey';
import { ColumnsMenu } from './ColumnsMenu';
import { defaultColumns, possibleColumns } from './columns';
import { errorText } from './errorText';
import { PredicateField } from './PredicateField';
import type { Resource } from './Resource';
import { ResultTable } from './ResultTable';
import type { ResourceType } from './resourceTypes';
import { useSchema } from './useSchema';

/** The API refuses greater offsets. */
const offsetMax = 10_000;
const pageSize = 20;

export const ListPage = ({ type }: { readonly type: ResourceType }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const schema = useSchema(type.name);
  const [chosenColumns, setChosenColumns] = useState<readonly string[]>();
  const columns = chosenColumns ?? (schema === undefined ? ['id'] : defaultColumns(schema));
  const { result, tableQuery, sorters, setSorters, setFilters, currentPage, setCurrentPage } = useTable<Resource>({
    resource: type.path,
    pagination: { pageSize },
    sorters: { initial: [{ field: 'lastModifiedAt', order: 'desc' }] },
    syncWithLocation: true,
    errorNotification: false,
    meta: { projectKey },
  });
  const pages = Math.ceil(Math.min(result.total ?? 0, offsetMax + pageSize) / pageSize);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t(`types.${type.path}`, { defaultValue: type.name })}
        </Title>
        <Group>
          <ColumnsMenu
            all={schema === undefined ? [] : possibleColumns(schema)}
            chosen={columns}
            onChange={setChosenColumns}
          />
          {type.createOperation !== undefined && (
            <Button component={Link} to={`/${projectKey}/${type.path}/create`}>
              {t('list.create')}
            </Button>
          )}
        </Group>
      </Group>
      <PredicateField onSubmit={where => setFilters([{ field: 'where', operator: 'eq', value: where }], 'replace')} />
      {tableQuery.isError && <Alert color="red">{errorText(tableQuery.error, t)}</Alert>}
      <ResultTable
        type={type}
        schema={schema}
        columns={columns}
        resources={tableQuery.isLoading ? undefined : result.data}
        isFetching={tableQuery.isFetching}
        sorter={sorters[0]}
        onSort={sorter => setSorters([sorter])}
      />
      {tableQuery.isSuccess && result.data.length === 0 && <Text>{t('list.empty')}</Text>}
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t('list.total', { count: result.total ?? 0 })}
        </Text>
        {pages > 1 && <Pagination total={pages} value={currentPage} onChange={setCurrentPage} />}
      </Group>
    </Stack>
  );
};
