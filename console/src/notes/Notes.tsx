/**
 * Notes on an order: texts in a custom field, each with its time and author in the line before
 * (docs/decisions/console-design.md).
 */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../api/errorText';
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';
import { ChangeAlert } from '../changes/ChangeAlert';
import { type UpdateAction, useChange } from '../changes/useChange';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { useSession } from '../session/useSession';
import { formatDateTime } from '../values/format';
import type { FieldDefinition } from '../values/useFieldDefinitions';
import type { Order } from './Order';

const fieldName = 'notes';

const fieldDefinition = {
  name: fieldName,
  label: { en: 'Notes', de: 'Notizen' },
  required: false,
  type: { name: 'Set', elementType: { name: 'String' } },
  inputHint: 'MultiLine',
};

/** The custom fields that have no place of their own on the page. */
export const withoutNotes = (custom: NonNullable<Order['custom']>): NonNullable<Order['custom']> => {
  const { [fieldName]: _notes, ...fields } = custom.fields;
  return { ...custom, fields };
};

interface OrderType extends Resource {
  readonly fieldDefinitions: readonly FieldDefinition[];
}

const hasNotes = ({ fieldDefinitions }: OrderType): boolean => fieldDefinitions.some(({ name }) => name === fieldName);

/** An order without a Type gets one whose other fields may be left out. */
const isFree = ({ fieldDefinitions }: OrderType): boolean => fieldDefinitions.every(({ required }) => !required);

const useOrderTypes = (projectKey: string) =>
  useQuery({
    queryKey: ['order types', projectKey],
    queryFn: async () => {
      const query = { where: 'resourceTypeIds contains any ("order")', limit: 500 };
      const { results } = await sendToProject<Page>(projectKey, '/types', { query });
      return results as readonly OrderType[];
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

interface NoteFormProps {
  readonly order: Order;
  readonly notes: readonly string[];
  /** The Type that the order gets; absent where it has one. */
  readonly typeId: string | undefined;
}

const NoteForm = ({ order, notes, typeId }: NoteFormProps) => {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const change = useChange({ path: 'orders' }, order);
  const [text, setText] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    const author = session?.account?.email ?? session?.client?.id ?? '';
    const value = [...notes, `${new Date().toISOString()} ${author}\n${text.trim()}`];
    const action: UpdateAction =
      typeId === undefined
        ? { action: 'setCustomField', name: fieldName, value }
        : { action: 'setCustomType', type: { typeId: 'type', id: typeId }, fields: { [fieldName]: value } };
    change.apply([action], () => setText(''));
  };
  return (
    <form onSubmit={add}>
      <Group align="end" gap="xs">
        <TextInput
          label={t('order.newNote')}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          style={{ flexGrow: 1 }}
        />
        <Button type="submit" variant="default" loading={change.isSaving}>
          {t('order.addNote')}
        </Button>
      </Group>
      {!change.isSaved && <ChangeAlert change={change} resource={order} />}
    </form>
  );
};

/** Adds the field to the Type of the order, otherwise to the first one of orders, otherwise with a new Type. */
const SetUp = ({ type }: { readonly type: OrderType | undefined }) => {
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
              key: 'order-notes',
              name: { en: 'Order with notes', de: 'Bestellung mit Notizen' },
              resourceTypeIds: ['order'],
              fieldDefinitions: [fieldDefinition],
            },
          })
        : sendToProject(projectKey, `/types/${type.id}`, {
            method: 'POST',
            body: { version: type.version, actions: [{ action: 'addFieldDefinition', fieldDefinition }] },
          }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['order types', projectKey] }),
  });
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">{t('order.notesMissing')}</Text>
      {isAllowed('POST', '/types/{id}') && (
        <Button variant="default" size="compact-sm" loading={isPending} onClick={() => mutate()}>
          {t('order.setUpNotes')}
        </Button>
      )}
      {error !== null && <Alert color="red">{errorText(error, t)}</Alert>}
    </Stack>
  );
};

export const Notes = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  const { data: types } = useOrderTypes(useProjectKey());
  const own = types?.find(({ id }) => id === order.custom?.type.id);
  const free = types?.find(type => hasNotes(type) && isFree(type));
  const notes = (order.custom?.fields[fieldName] ?? []) as readonly string[];
  const type = order.custom === undefined ? free : own;
  return (
    <Stack gap="xs">
      {notes.length === 0 && <Text size="sm">{t('order.noNotes')}</Text>}
      {notes.map(note => (
        <NoteView key={note} note={note} />
      ))}
      {types !== undefined &&
        isAllowed('POST', '/orders/{id}') &&
        (type !== undefined && hasNotes(type) ? (
          <NoteForm order={order} notes={notes} typeId={order.custom === undefined ? type.id : undefined} />
        ) : (
          <SetUp type={own ?? types.find(isFree)} />
        ))}
    </Stack>
  );
};
