/**
 * Notes on an order or a customer: texts in a custom field, each preceded by a line with its time and author
 * (docs/decisions/console-design.md).
 */
import { Button, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';
import { ChangeAlert } from '../changes/ChangeAlert';
import { type UpdateAction, useChange } from '../changes/useChange';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { useSession } from '../session/useSession';
import { formatDateTime } from '../values/format';
import type { FieldDefinition } from '../values/useFieldDefinitions';
import { ErrorAlert } from '../layout/LoadError';

const fieldName = 'notes';

const fieldDefinition = {
  name: fieldName,
  label: { en: 'Notes', de: 'Notizen' },
  required: false,
  type: { name: 'Set', elementType: { name: 'String' } },
  inputHint: 'MultiLine',
};

const paths = { order: 'orders', customer: 'customers' } as const;

const names = {
  order: { en: 'Order with notes', de: 'Bestellung mit Notizen' },
  customer: { en: 'Customer with notes', de: 'Kunde mit Notizen' },
} as const;

interface Noted extends Resource {
  readonly custom?: { readonly type: { readonly id: string }; readonly fields: Readonly<Record<string, unknown>> };
}

type NotedTypeId = keyof typeof names;

interface NotesProps {
  readonly typeId: NotedTypeId;
  readonly resource: Noted;
}

/** Returns the custom fields that have no other place on the page. */
export const withoutNotes = <Custom extends NonNullable<Noted['custom']>>(custom: Custom): Custom => {
  const { [fieldName]: _notes, ...fields } = custom.fields;
  return { ...custom, fields };
};

interface NotedType extends Resource {
  readonly fieldDefinitions: readonly FieldDefinition[];
}

const hasNotes = ({ fieldDefinitions }: NotedType): boolean => fieldDefinitions.some(({ name }) => name === fieldName);

/** Tells whether a Type has only optional fields, so that a resource without a Type can get it. */
const isFree = ({ fieldDefinitions }: NotedType): boolean => fieldDefinitions.every(({ required }) => !required);

const useNotedTypes = (projectKey: string, typeId: NotedTypeId) =>
  useQuery({
    queryKey: ['noted types', projectKey, typeId],
    queryFn: async () => {
      const query = { where: `resourceTypeIds contains any ("${typeId}")`, limit: 500 };
      const { results } = await sendToProject<Page>(projectKey, '/types', { query });
      return results as readonly NotedType[];
    },
    retry: false,
  });

const notePattern = /^(\d{4}-\d\d-\d\dT\S+) (.*)\n([^]*)$/;

const NoteView = ({ note }: { readonly note: string }) => {
  const { i18n } = useTranslation();
  const [, time, author, text] = notePattern.exec(note) ?? [];
  return (
    <div>
      {time !== undefined && (
        <Text size="xs" c="dimmed">
          {`${formatDateTime(time, i18n.language)}, ${author}`}
        </Text>
      )}
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {text ?? note}
      </Text>
    </div>
  );
};

interface NoteFormProps extends NotesProps {
  readonly notes: readonly string[];
  /** The id of the Type that the resource gets; absent if it already has one. */
  readonly newType: string | undefined;
}

const NoteForm = ({ typeId, resource, notes, newType }: NoteFormProps) => {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const change = useChange({ path: paths[typeId] }, resource);
  const [text, setText] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    const author = session?.account?.email ?? session?.client?.id ?? '';
    const value = [...notes, `${new Date().toISOString()} ${author}\n${text.trim()}`];
    const action: UpdateAction =
      newType === undefined
        ? { action: 'setCustomField', name: fieldName, value }
        : { action: 'setCustomType', type: { typeId: 'type', id: newType }, fields: { [fieldName]: value } };
    change.apply([action], () => setText(''));
  };
  return (
    <form onSubmit={add}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={t('order.newNote')}
          placeholder={t('order.newNote')}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          style={{ flexGrow: 1 }}
        />
        <Button type="submit" variant="default" loading={change.isSaving}>
          {t('order.addNote')}
        </Button>
      </Group>
      {!change.isSaved && <ChangeAlert change={change} resource={resource} />}
    </form>
  );
};

/** Adds the field to the Type of the resource, otherwise to the first one of its kind, otherwise with a new Type. */
const SetUp = ({ typeId, type }: { readonly typeId: NotedTypeId; readonly type: NotedType | undefined }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const client = useQueryClient();
  const isAllowed = useAllowed();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      type === undefined
        ? sendToProject(projectKey, '/types', {
            method: 'POST',
            body: {
              key: `${typeId}-notes`,
              name: names[typeId],
              resourceTypeIds: [typeId],
              fieldDefinitions: [fieldDefinition],
            },
          })
        : sendToProject(projectKey, `/types/${type.id}`, {
            method: 'POST',
            body: { version: type.version, actions: [{ action: 'addFieldDefinition', fieldDefinition }] },
          }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['noted types', projectKey, typeId] }),
  });
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">{t(`${typeId}.notesMissing`)}</Text>
      {isAllowed('POST', '/types/{id}') && (
        <Button variant="default" size="compact-sm" loading={isPending} onClick={() => mutate()}>
          {t('order.setUpNotes')}
        </Button>
      )}
      <ErrorAlert error={error} />
    </Stack>
  );
};

export const Notes = ({ typeId, resource }: NotesProps) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  const { data: types } = useNotedTypes(useProjectKey(), typeId);
  const { custom } = resource;
  const mayChange = isAllowed('POST', `/${paths[typeId]}/{id}`);
  const own = types?.find(({ id }) => id === custom?.type.id);
  const free = types?.find(type => hasNotes(type) && isFree(type));
  const notes = (custom?.fields[fieldName] ?? []) as readonly string[];
  const type = custom === undefined ? free : own;
  return (
    // The height is reserved, because the field for a new note appears late.
    <Stack gap="xs" mih={mayChange ? 36 : undefined}>
      {notes.length === 0 ? (
        // Otherwise the form says that there are no notes.
        (types === undefined || !mayChange) && <Text size="sm">{t('order.noNotes')}</Text>
      ) : (
        <ScrollArea.Autosize mah={200} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('order.notes') }}>
          {notes.map(note => (
            <NoteView key={note} note={note} />
          ))}
        </ScrollArea.Autosize>
      )}
      {types !== undefined &&
        mayChange &&
        (type !== undefined && hasNotes(type) ? (
          <NoteForm
            typeId={typeId}
            resource={resource}
            notes={notes}
            newType={custom === undefined ? type.id : undefined}
          />
        ) : (
          <SetUp typeId={typeId} type={own ?? types.find(isFree)} />
        ))}
    </Stack>
  );
};
