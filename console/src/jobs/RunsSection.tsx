/** The runs of a queue, each with its data and its failure when it is opened. */
import { Accordion, Badge, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type QueueRun, readRuns } from '../api/jobs';
import { FactsTable } from '../figures/FactsTable';
import { Section } from '../layout/Section';
import { TextBlock } from '../layout/TextBlock';
import { formatDateTime } from '../values/format';
import { stateColors, states } from './states';
import { LoadState } from '../layout/LoadError';

const everyMs = 5_000;

const times = ['createdAt', 'startedAt', 'endedAt', 'dueAt'] as const;

const useFacts = (run: QueueRun): Readonly<Record<string, string>> => {
  const { t, i18n } = useTranslation();
  const { id, attempts, attemptsMax, progress, failure } = run;
  const progressText =
    typeof progress === 'number' ? t('jobs.run.percent', { percent: progress }) : JSON.stringify(progress);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['id', id],
    ['attempts', t('jobs.run.attemptsText', { attempts, attemptsMax })],
    ...times.map(name => [name, run[name] && formatDateTime(run[name], i18n.language)] as const),
    ['progress', progress === undefined ? undefined : progressText],
    ['reason', failure?.reason],
  ];
  return Object.fromEntries(
    facts.flatMap(([name, value]) => (value === undefined ? [] : [[t(`jobs.run.${name}`), value]])),
  );
};

const indented = (value: unknown): string => JSON.stringify(value, undefined, 2);

const RunDetails = ({ run }: { readonly run: QueueRun }) => {
  const { t } = useTranslation();
  const facts = useFacts(run);
  return (
    <Stack>
      <FactsTable label={run.id} facts={facts} />
      {run.data !== undefined && <TextBlock title={t('jobs.run.data')} text={indented(run.data)} />}
      {run.result !== undefined && <TextBlock title={t('jobs.run.result')} text={indented(run.result)} />}
      {run.failure?.stacks?.map((stack, index) => (
        // Attempts are numbered by their place.
        <TextBlock key={index} title={t('jobs.run.stack', { attempt: index + 1 })} text={stack} />
      ))}
    </Stack>
  );
};

const RunItem = ({ run }: { readonly run: QueueRun }) => {
  const { t, i18n } = useTranslation();
  const { id, state, startedAt, createdAt, failure } = run;
  return (
    <Accordion.Item value={id}>
      <Accordion.Control>
        <Group gap="sm">
          <Badge color={stateColors[state]} autoContrast>
            {t(`jobs.${state}`)}
          </Badge>
          <Text size="sm">{formatDateTime(startedAt ?? createdAt, i18n.language)}</Text>
          {failure !== undefined && <Text size="sm">{failure.reason}</Text>}
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <RunDetails run={run} />
      </Accordion.Panel>
    </Accordion.Item>
  );
};

export const RunsSection = ({ projectKey, queue }: { readonly projectKey: string; readonly queue: string }) => {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const state = states.find(each => each === search.get('state'));
  const query = useQuery({
    queryKey: ['jobs', projectKey, queue, state],
    queryFn: () => readRuns(projectKey, queue, state),
    refetchInterval: everyMs,
  });
  const runs = query.data;
  return (
    <Section title={t('jobs.runs', { queue })}>
      <Stack>
        <NativeSelect
          label={t('jobs.state')}
          value={state ?? ''}
          data={[{ value: '', label: t('jobs.all') }, ...states.map(value => ({ value, label: t(`jobs.${value}`) }))]}
          onChange={({ currentTarget: { value } }) => setSearch({ queue, ...(value !== '' && { state: value }) })}
          w={200}
        />
        <LoadState of={query} />
        {runs?.length === 0 && <Text>{t('jobs.none')}</Text>}
        {runs !== undefined && (
          <Accordion multiple chevronPosition="left">
            {runs.map(run => (
              <RunItem key={run.id} run={run} />
            ))}
          </Accordion>
        )}
      </Stack>
    </Section>
  );
};
