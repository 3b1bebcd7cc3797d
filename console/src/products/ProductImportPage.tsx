/** Imports products from a file: shows the changes before they are sent, and the results afterwards. */
import { Alert, Button, Checkbox, FileInput, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadDefinitions } from '../forms/definitions';
import { Loading } from '../layout/Loading';
import { saveFile } from '../lists/saveFile';
import { csvHead, csvRow } from '../lists/toCsv';
import { useProjectKey } from '../session/useProjectKey';
import { readCsv } from './csvFile';
import { type ImportPlan, type ImportResult, planImport, type ProductImport, runImport } from './csvImport';
import { loadCsvSetup } from './load';
import { shortened, TextError } from './texts';
import { WithReason } from '../layout/WithReason';
import { useReload } from '../resources/useResource';
import { ScrolledTable } from '../layout/ScrolledTable';
import { ErrorAlert } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';

/** Bounds the shown changes, since more are not read. */
const shownMax = 200;

const countOf = (imports: readonly ProductImport[], kind: ProductImport['kind']): number =>
  imports.filter(each => each.kind === kind).length;

const Counts = ({ imports }: { readonly imports: readonly ProductImport[] }) => {
  const { t } = useTranslation();
  return (
    <Text role="status">
      {(['create', 'change', 'unchanged', 'refused'] as const)
        .map(kind => t(`productImport.counts.${kind}`, { count: countOf(imports, kind) }))
        .join(' · ')}
    </Text>
  );
};

/** The changes of each line, those with errors first. */
const ChangesPreview = ({ imports }: { readonly imports: readonly ProductImport[] }) => {
  const { t } = useTranslation();
  const rows = imports
    .flatMap(({ key, changes }) => changes.map(change => ({ key, ...change })))
    .sort((one, other) => Number(other.error !== undefined) - Number(one.error !== undefined) || one.line - other.line);
  if (rows.length === 0) return null;
  return (
    <>
      <ScrolledTable minWidth={640} label={t('productImport.preview')}>
        <Table withTableBorder>
          <Table.Thead>
            <Table.Tr>
              {(['line', 'product', 'column', 'before', 'after'] as const).map(name => (
                <Table.Th key={name} scope="col">
                  {t(`productImport.columns.${name}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, shownMax).map(({ key, line, column, before, after, error }) => (
              <Table.Tr key={`${line} ${column}`}>
                <Table.Td>{line}</Table.Td>
                <Table.Th scope="row">{shortened(key)}</Table.Th>
                <Table.Td>{shortened(column)}</Table.Td>
                <Table.Td>{shortened(before)}</Table.Td>
                <Table.Td>
                  {shortened(after)}
                  {error !== undefined && (
                    <Text size="xs" c="var(--mantine-color-error)">
                      {shortened(error)}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
      {rows.length > shownMax && <Text size="sm">{t('productImport.more', { count: rows.length - shownMax })}</Text>}
    </>
  );
};

const Report = ({ results, total }: { readonly results: readonly ImportResult[]; readonly total: number }) => {
  const { t } = useTranslation();
  const failed = results.filter(({ result }) => result === 'failed');
  const download = (): void => {
    const columns = ['line', 'productKey', 'result', 'message'];
    const rows = results.map(({ line, key, result, message }) => csvRow([line, key, result, message], ''));
    saveFile('import-report.csv', ['\ufeff', csvHead(columns), ...rows], 'text/csv;charset=utf-8');
  };
  return (
    <Stack gap="xs">
      <Progress value={total === 0 ? 100 : (results.length / total) * 100} aria-label={t('productImport.progress')} />
      <Text role="status">{t('productImport.done', { done: results.length, total, failed: failed.length })}</Text>
      {failed.length > 0 && (
        <Alert color="red">
          {failed.slice(0, shownMax).map(({ key, message }) => (
            <Text key={key} size="sm">
              {key}: {message}
            </Text>
          ))}
        </Alert>
      )}
      {results.length === total && (
        <Button variant="default" onClick={download} w="fit-content">
          {t('productImport.download')}
        </Button>
      )}
    </Stack>
  );
};

/** The state of the page: a file, then its preview, then the results. */
const useImport = () => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const reload = useReload();
  const [preview, setPreview] = useState<ImportPlan>();
  const [results, setResults] = useState<readonly ImportResult[]>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (reason) {
      setError(reason);
    }
    setIsBusy(false);
  };
  return {
    preview,
    results,
    error,
    isBusy,
    read: (file: File | null, publishes: boolean) =>
      guarded(async () => {
        setPreview(undefined);
        setResults(undefined);
        if (file === null) return;
        const { lines, columns } = await readCsv(file, t);
        const { productTypes } = await loadDefinitions(projectKey);
        const setup = await loadCsvSetup(projectKey, productTypes);
        setPreview(await planImport(lines, columns, { projectKey, setup, productTypes, publishes, t }));
      }),
    run: (imports: readonly ProductImport[]) =>
      guarded(async () => {
        const all: ImportResult[] = [];
        setResults(all);
        await runImport(imports, t, result => {
          all.push(result);
          setResults([...all]);
        });
        await reload('products');
      }),
  };
};

const ProductImportPage = () => {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [publishes, setPublishes] = useState(true);
  const { preview, results, error, isBusy, read, run } = useImport();
  const imports = preview?.imports ?? [];
  const count = countOf(imports, 'create') + countOf(imports, 'change');
  return (
    <Stack>
      <PageTitle>{t('productImport.title')}</PageTitle>
      <Text size="sm">{t('productImport.hint')}</Text>
      <Checkbox
        label={t('productImport.publishes')}
        checked={publishes}
        onChange={({ currentTarget }) => {
          setPublishes(currentTarget.checked);
          void read(file, currentTarget.checked);
        }}
      />
      <FileInput
        label={t('productImport.file')}
        placeholder={t('productImport.choose')}
        accept=".csv,.tsv,text/csv"
        value={file}
        onChange={chosen => {
          setFile(chosen);
          void read(chosen, publishes);
        }}
        clearable
        clearButtonProps={{ 'aria-label': t('productImport.clear') }}
        maw={420}
      />
      {error instanceof TextError ? <Alert color="red">{error.message}</Alert> : <ErrorAlert error={error} />}
      {isBusy && results === undefined && <Loading />}
      {preview !== undefined && preview.columnErrors.length > 0 && (
        <Alert color="red" title={t('productImport.unknownColumns')}>
          {preview.columnErrors.map(text => (
            <Text key={text} size="sm">
              {text}
            </Text>
          ))}
        </Alert>
      )}
      {preview !== undefined && preview.columnErrors.length === 0 && (
        <>
          <Counts imports={imports} />
          {results === undefined ? (
            <Group>
              <WithReason reason={count === 0 ? t('reason.noProducts') : undefined}>
                <Button loading={isBusy} onClick={() => void run(imports)}>
                  {t('productImport.run', { count })}
                </Button>
              </WithReason>
            </Group>
          ) : (
            <Report results={results} total={imports.length} />
          )}
          <ChangesPreview imports={imports} />
        </>
      )}
    </Stack>
  );
};

export default ProductImportPage;
