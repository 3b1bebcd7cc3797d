/** Saves all resources of a list as a file, with the columns that the list shows or as JSON. */
import { Button, Group, Menu, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../api/errorText';
import type { Resource } from '../api/Resource';
import { resourcesOf, type Selection } from './resourcesOf';
import { saveFile } from './saveFile';
import { csvHead, csvRow } from './toCsv';

export interface ExportMenuProps {
  readonly selection: Selection;
  readonly columns: readonly string[];
  /** Returns the values of the columns of each resource, after all referenced resources are loaded. */
  readonly rowsOf: (page: readonly Resource[], columns: readonly string[]) => Promise<readonly (readonly unknown[])[]>;
  /** The number of resources, as far as it is known. */
  readonly total: number;
  /** A file in another format than the list. */
  readonly other?: OtherExport | undefined;
}

export interface OtherExport {
  readonly label: string;
  /** Resolves to the parts of a file of comma-separated values. */
  readonly run: (signal: AbortSignal, onProgress: (done: number) => void) => Promise<readonly string[]>;
}

type Format = 'csv' | 'json';

const mediaTypes: Readonly<Record<Format, string>> = { csv: 'text/csv;charset=utf-8', json: 'application/json' };

interface Running {
  readonly done: number;
  readonly stop: AbortController;
}

export const ExportMenu = ({ selection, columns, rowsOf, total, other }: ExportMenuProps) => {
  const { t, i18n } = useTranslation();
  const [running, setRunning] = useState<Running>();
  const [error, setError] = useState<unknown>();
  const write = async (format: Format, signal: AbortSignal, onProgress: (done: number) => void) => {
    const names = ['id', ...columns.filter(name => name !== 'id')];
    const parts: string[] = format === 'csv' ? [csvHead(names)] : ['[\n'];
    let done = 0;
    for await (const page of resourcesOf(selection, signal)) {
      if (format === 'csv') parts.push(...(await rowsOf(page, names)).map(values => csvRow(values, i18n.language)));
      else
        for (const [at, resource] of page.entries()) parts.push(done + at === 0 ? '' : ',\n', JSON.stringify(resource));
      done += page.length;
      onProgress(done);
    }
    return format === 'csv' ? parts : [...parts, '\n]\n'];
  };
  const exportAs = async (format: Format, run: OtherExport['run']): Promise<void> => {
    const stop = new AbortController();
    setError(undefined);
    setRunning({ done: 0, stop });
    try {
      const parts = await run(stop.signal, done => setRunning({ done, stop }));
      saveFile(`${selection.projectKey}-${selection.path}.${format}`, parts, mediaTypes[format]);
    } catch (reason) {
      if (!stop.signal.aborted) setError(reason);
    } finally {
      setRunning(undefined);
    }
  };
  const exportList = (format: Format) => exportAs(format, (signal, onProgress) => write(format, signal, onProgress));
  if (running !== undefined)
    return (
      <Group gap="xs" role="status">
        <Progress
          w={120}
          value={total === 0 ? 0 : Math.min(100, (running.done / total) * 100)}
          aria-label={t('lists.exporting')}
        />
        <Text size="sm">{t('lists.exported', { done: running.done, total })}</Text>
        <Button variant="default" size="xs" onClick={() => running.stop.abort()}>
          {t('lists.stop')}
        </Button>
      </Group>
    );
  return (
    <Group gap="xs">
      {error !== undefined && (
        <Text size="sm" c="red.9" role="alert">
          {errorText(error, t)}
        </Text>
      )}
      <Menu>
        <Menu.Target>
          <Button variant="default">{t('lists.export')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void exportList('csv')}>CSV</Menu.Item>
          <Menu.Item onClick={() => void exportList('json')}>JSON</Menu.Item>
          {other !== undefined && <Menu.Item onClick={() => void exportAs('csv', other.run)}>{other.label}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
};
