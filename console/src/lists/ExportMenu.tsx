/** Saves all resources of a list as a file, with the columns that the list shows or as JSON. */
import { Button, Group, Menu, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../api/errorText';
import type { Resource } from '../api/Resource';
import { resourcesOf, type Selection } from './resourcesOf';
import { csvHead, csvRow } from './toCsv';

interface ExportMenuProps {
  readonly selection: Selection;
  readonly columns: readonly string[];
  readonly cellOf: (column: string, resource: Resource) => unknown;
  /** The number of resources, as far as it is known. */
  readonly total: number;
}

type Format = 'csv' | 'json';

const mediaTypes: Readonly<Record<Format, string>> = { csv: 'text/csv;charset=utf-8', json: 'application/json' };

const saveFile = (name: string, parts: readonly string[], type: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...parts], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

interface Running {
  readonly done: number;
  readonly stop: AbortController;
}

export const ExportMenu = ({ selection, columns, cellOf, total }: ExportMenuProps) => {
  const { t, i18n } = useTranslation();
  const [running, setRunning] = useState<Running>();
  const [error, setError] = useState<unknown>();
  const exportAs = async (format: Format): Promise<void> => {
    const stop = new AbortController();
    const names = ['id', ...columns.filter(name => name !== 'id')];
    const parts: string[] = format === 'csv' ? [csvHead(names)] : ['[\n'];
    let done = 0;
    setError(undefined);
    setRunning({ done, stop });
    try {
      for await (const page of resourcesOf(selection, stop.signal)) {
        for (const resource of page) {
          if (format === 'csv')
            parts.push(
              csvRow(
                names.map(name => cellOf(name, resource)),
                i18n.language,
              ),
            );
          else parts.push(done === 0 ? '' : ',\n', JSON.stringify(resource));
          done++;
        }
        setRunning({ done, stop });
      }
      if (format === 'json') parts.push('\n]\n');
      saveFile(`${selection.projectKey}-${selection.path}.${format}`, parts, mediaTypes[format]);
    } catch (reason) {
      if (!stop.signal.aborted) setError(reason);
    } finally {
      setRunning(undefined);
    }
  };
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
          <Menu.Item onClick={() => void exportAs('csv')}>CSV</Menu.Item>
          <Menu.Item onClick={() => void exportAs('json')}>JSON</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
};
