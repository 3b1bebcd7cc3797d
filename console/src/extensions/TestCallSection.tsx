/** Sends a stored resource to the extension, and shows the response and its meaning. */
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { testExtension } from '../api/extensionTests';
import { sendToProject } from '../api/project';
import { Section } from '../layout/Section';
import type { Page } from '../api/Resource';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useWords } from '../words/useWords';
import { useProjectKey } from '../session/useProjectKey';
import { type Extension, type TriggerChoice, triggerChoices } from './Extension';
import { TestResult } from './TestResult';
import { WithReason } from '../layout/WithReason';
import { ErrorAlert } from '../layout/LoadError';

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the id of the resource that was created last; undefined if there is none. */
const newestId = async (projectKey: string, path: string): Promise<string | undefined> => {
  const query = { sort: 'createdAt desc', limit: 1 };
  return (await sendToProject<Page>(projectKey, `/${path}`, { query })).results[0]?.id;
};

/** Returns the choices; an extension may name resource types that this server does not have. */
const useChoices = (extension: Extension): readonly (TriggerChoice & { readonly path: string })[] => {
  const types = useResourceTypes();
  return triggerChoices(extension).flatMap(choice => {
    const type = types.find(({ typeId }) => typeId === choice.resourceTypeId);
    return type === undefined ? [] : [{ ...choice, path: type.path }];
  });
};

export const TestCallSection = ({ extension }: { readonly extension: Extension }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const words = useWords();
  const choices = useChoices(extension);
  const [chosen, setChosen] = useState<string>();
  const [resource, setResource] = useState('');
  const choice = choices.find(({ name }) => name === chosen) ?? choices[0];
  const test = useMutation({ mutationFn: testExtension });
  const newest = useMutation({
    mutationFn: (path: string) => newestId(projectKey, path),
    onSuccess: id => id !== undefined && setResource(id),
  });
  if (choice === undefined) return null;
  const { action, resourceTypeId, path } = choice;
  const error = test.error ?? newest.error;
  const start = (): void =>
    test.mutate({
      projectKey,
      extensionId: extension.id,
      action,
      resourceTypeId,
      ...(idPattern.test(resource) ? { resourceId: resource } : { resourceKey: resource }),
    });
  return (
    <Section title={t('extension.test')}>
      <form
        onSubmit={event => {
          event.preventDefault();
          start();
        }}
      >
        <Stack>
          <Text size="sm">{t('extension.testHint')}</Text>
          <Group align="end">
            <Select
              label={t('extension.trigger')}
              data={choices.map(each => ({
                value: each.name,
                label: `${words.member(each.resourceTypeId)}: ${words.enumValue('actions', each.action)}`,
              }))}
              value={choice.name}
              onChange={name => name !== null && setChosen(name)}
              allowDeselect={false}
            />
            <TextInput
              label={t('extension.resource')}
              value={resource}
              onChange={({ currentTarget }) => setResource(currentTarget.value.trim())}
              required
              miw={300}
            />
            <Button variant="default" loading={newest.isPending} onClick={() => newest.mutate(path)}>
              {t('extension.newest')}
            </Button>
            <WithReason reason={resource === '' ? t('reason.empty', { field: t('extension.resource') }) : undefined}>
              <Button type="submit" loading={test.isPending}>
                {t('extension.send')}
              </Button>
            </WithReason>
          </Group>
          {newest.isSuccess && newest.data === undefined && <Text size="sm">{t('extension.none')}</Text>}
          <ErrorAlert error={error} />
          {test.isSuccess && <TestResult test={test.data} />}
        </Stack>
      </form>
    </Section>
  );
};
