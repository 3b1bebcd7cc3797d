/** Creates a project with its first API client (AUTH007). */
import { Alert, Button, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { createProject } from '../api/projects';
import { errorText } from '../resources/errorText';
import { NewClientCard } from './NewClientCard';

const listNames = ['languages', 'currencies', 'countries'] as const;

/** Empty fields are left to the defaults of the server. */
const whereGiven = <Value extends { readonly length: number }>(value: Value): Value | undefined =>
  value.length === 0 ? undefined : value;

const CreateProjectPage = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [texts, setTexts] = useState({ key: '', name: '' });
  const [lists, setLists] = useState<Readonly<Record<(typeof listNames)[number], string[]>>>({
    languages: [],
    currencies: [],
    countries: [],
  });
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: createProject,
    // The session lists the projects, for the choice in the header.
    onSuccess: () => Promise.all([['session'], ['projects']].map(queryKey => client.invalidateQueries({ queryKey }))),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const given = Object.fromEntries(listNames.map(name => [name, whereGiven(lists[name])]));
    mutate({ key: texts.key, name: whereGiven(texts.name), ...given });
  };
  if (data !== undefined)
    return (
      <Stack maw={820}>
        <Title order={1} size="h2">
          {t('projects.created', { name: data.project.name })}
        </Title>
        <NewClientCard projectKey={data.project.key} client={data.client} />
        <Button component={Link} to={`/${data.project.key}/orders`} w="fit-content">
          {t('projects.open')}
        </Button>
      </Stack>
    );
  return (
    <Stack maw={520} component="form" onSubmit={submit}>
      <Title order={1} size="h2">
        {t('projects.create')}
      </Title>
      <Text>{t('projects.createText')}</Text>
      {error !== null && <Alert color="red">{errorText(error, t)}</Alert>}
      {(['key', 'name'] as const).map(name => (
        <TextInput
          key={name}
          label={t(`projects.${name}`)}
          description={t(`projects.${name}Hint`)}
          required={name === 'key'}
          value={texts[name]}
          onChange={({ currentTarget: { value } }) => setTexts(before => ({ ...before, [name]: value }))}
        />
      ))}
      {listNames.map(name => (
        <TagsInput
          key={name}
          label={t(`projects.${name}`)}
          description={t(`projects.${name}Hint`)}
          value={lists[name]}
          onChange={value => setLists(before => ({ ...before, [name]: value }))}
        />
      ))}
      <Button type="submit" loading={isPending} w="fit-content">
        {t('projects.submit')}
      </Button>
    </Stack>
  );
};

export default CreateProjectPage;
