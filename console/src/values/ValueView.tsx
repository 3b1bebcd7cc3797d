/** Shows any value of a resource: money, dates, texts in languages, references, lists, and what contains them. */
import { Anchor, Badge, Code, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isReference, labelOf, type Reference, textOf } from '../api/Resource';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime, formatMoney, isDateTime, isLocalizedText, isMoney } from './format';
import { type FieldDefinition, useFieldDefinitions } from './useFieldDefinitions';

const ReferenceLink = ({ reference }: { readonly reference: Reference }) => {
  const projectKey = useProjectKey();
  const { i18n } = useTranslation();
  const type = useResourceTypes().find(({ typeId }) => typeId === reference.typeId);
  const label = reference.obj === undefined ? reference.id : labelOf(reference.obj, i18n.language);
  if (type === undefined) return <Text span inherit>{`${reference.typeId} ${label}`}</Text>;
  return (
    <Anchor inherit component={Link} to={`/${projectKey}/${type.path}/${reference.id}`}>
      {label}
    </Anchor>
  );
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Single values are short enough for a cell. */
const isSimple = (value: unknown): boolean =>
  !Array.isArray(value) && (!isObject(value) || isMoney(value) || isReference(value) || isLocalizedText(value));

const columnsMax = 8;

/** The members of a list's elements that a table shows; undefined where a table would not be readable. */
const tableColumns = (list: readonly unknown[]): readonly string[] | undefined => {
  if (list.length === 0 || !list.every(isObject)) return undefined;
  const names = new Set<string>();
  for (const element of list)
    for (const [name, value] of Object.entries(element as object)) if (isSimple(value)) names.add(name);
  return names.size === 0 ? undefined : [...names].filter(name => name !== 'id').slice(0, columnsMax);
};

const ListView = ({ list }: { readonly list: readonly unknown[] }) => {
  const columns = tableColumns(list);
  if (columns === undefined)
    return (
      <Stack gap={4}>
        {list.map((element, index) => (
          // The elements have no name of their own.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <ValueView key={index} value={element} />
        ))}
      </Stack>
    );
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            {columns.map(name => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.map((element, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: elements may have no id
            <Table.Tr key={index}>
              {columns.map(name => (
                <Table.Td key={name}>
                  <ValueView value={(element as Record<string, unknown>)[name]} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};

const MembersView = ({ value }: { readonly value: Readonly<Record<string, unknown>> }) => (
  <Table variant="vertical" withTableBorder layout="auto">
    <Table.Tbody>
      {Object.entries(value).map(([name, member]) => (
        <Table.Tr key={name}>
          <Table.Th w={180}>{name}</Table.Th>
          <Table.Td>
            <ValueView value={member} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

interface Custom {
  readonly type: Reference;
  readonly fields: Readonly<Record<string, unknown>>;
}

const isCustom = (value: Readonly<Record<string, unknown>>): boolean =>
  isReference(value.type) && value.type.typeId === 'type' && isObject(value.fields);

/** The label of an enumeration's key, otherwise the value as it is. */
const labelledValue = (definition: FieldDefinition | undefined, value: unknown, language: string): unknown => {
  if (Array.isArray(value)) return value.map(each => labelledValue(definition, each, language));
  const values = definition?.type.values ?? definition?.type.elementType?.values;
  return textOf(values?.find(({ key }) => key === value)?.label, language) ?? value;
};

/** Custom fields, with the labels and in the order that their Type gives. */
const CustomView = ({ custom: { type, fields } }: { readonly custom: Custom }) => {
  const { i18n } = useTranslation();
  const definitions = useFieldDefinitions(type);
  const places = new Map(definitions.map((definition, place) => [definition.name, { definition, place }]));
  const placeOf = (name: string): number => places.get(name)?.place ?? places.size;
  const rows = Object.entries(fields).sort(([one], [other]) => placeOf(one) - placeOf(other));
  return (
    <Table variant="vertical" withTableBorder layout="auto">
      <Table.Tbody>
        {rows.map(([name, value]) => {
          const definition = places.get(name)?.definition;
          return (
            <Table.Tr key={name}>
              <Table.Th w={180} title={name}>
                {textOf(definition?.label, i18n.language) ?? name}
              </Table.Th>
              <Table.Td>
                <ValueView value={labelledValue(definition, value, i18n.language)} />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
};

export const ValueView = ({ value }: { readonly value: unknown }): ReactNode => {
  const { i18n, t } = useTranslation();
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
  if (isDateTime(value)) return <time dateTime={value}>{formatDateTime(value, i18n.language)}</time>;
  if (typeof value === 'string' || typeof value === 'number')
    return (
      <Text span inherit>
        {String(value)}
      </Text>
    );
  if (Array.isArray(value)) return value.length === 0 ? null : <ListView list={value} />;
  if (isMoney(value))
    return (
      <Text span inherit>
        {formatMoney(value, i18n.language)}
      </Text>
    );
  if (isReference(value)) return <ReferenceLink reference={value} />;
  if (isLocalizedText(value))
    return (
      <Group gap={6}>
        {Object.entries(value).map(([language, text]) => (
          <Text span inherit key={language}>
            <Badge component="span" size="xs" variant="default" mr={4}>
              {language}
            </Badge>
            {text}
          </Text>
        ))}
      </Group>
    );
  if (isObject(value) && isCustom(value)) return <CustomView custom={value as unknown as Custom} />;
  if (isObject(value)) return <MembersView value={value} />;
  return <Code>{JSON.stringify(value)}</Code>;
};
