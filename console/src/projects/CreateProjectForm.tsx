/** The fields of a new project; empty ones get the defaults of the server. */
import { Button, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createProject, type NewProject } from '../api/projects';
import { ErrorAlert } from '../layout/LoadError';

const listNames = ['languages', 'currencies', 'countries'] as const;

/** Returns undefined for an empty value, which then gets the default of the server. */
const whereGiven = <Value extends { readonly length: number }>(value: Value): Value | undefined =>
  value.length === 0 ? undefined : value;

export const CreateProjectForm = ({ onCreated }: { readonly onCreated: (created: NewProject) => void }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [texts, setTexts] = useState({ key: '', name: '' });
  const [lists, setLists] = useState<Readonly<Record<(typeof listNames)[number], string[]>>>({
    languages: [],
    currencies: [],
    countries: [],
  });
  const { mutate, error, isPending } = useMutation({
    mutationFn: createProject,
    onSuccess: created => {
      onCreated(created);
      // The session lists the projects, for the choice in the header.
      return Promise.all([['session'], ['projects']].map(queryKey => client.invalidateQueries({ queryKey })));
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const given = Object.fromEntries(listNames.map(name => [name, whereGiven(lists[name])]));
    mutate({ key: texts.key, name: whereGiven(texts.name), ...given });
  };
  return (
    <Stack maw={520} component="form" onSubmit={submit}>
      <ErrorAlert error={error} />
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
