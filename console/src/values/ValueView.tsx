/** Shows any value of a resource: money, dates, localized texts, references, lists, and objects with such values. */
import { Badge, Code, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isKeyReference, isReference, type Reference, textOf } from '../api/Resource';
import { useWords } from '../words/useWords';
import { countryName, formatDateTime, formatMoney, isDateTime, isLocalizedText, isMoney } from './format';
import { ReferenceLink } from './ReferenceLink';
import { StateBadge, stateMembers } from './StateBadge';
import { type FieldDefinition, useFieldDefinitions } from './useFieldDefinitions';

/** Members that only contain the id of a resource, with the type of the resource. */
const idMembers: ReadonlyMap<string, string> = new Map([
  ['customerId', 'customer'],
  ['productId', 'product'],
]);

/** Members whose keys are ids of resources, with the type of the resources. */
const keyedMembers: ReadonlyMap<string, string> = new Map([
  ['categoryOrderHints', 'category'],
  ['channels', 'channel'],
]);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tells whether a value is short enough for a cell. */
const isSimple = (value: unknown): boolean =>
  !Array.isArray(value) && (!isObject(value) || isMoney(value) || isReference(value) || isLocalizedText(value));

const columnsMax = 8;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Hides ids, which are useless to people and are in the technical details. */
const isShown = ([name, value]: readonly [string, unknown]): boolean =>
  value !== undefined &&
  !(name === 'id' && typeof value === 'string' && uuidPattern.test(value)) &&
  !(Array.isArray(value) && value.length === 0);

/** Returns the members of a list's elements that a table shows; undefined if a table would not be readable. */
const tableColumns = (list: readonly unknown[]): readonly string[] | undefined => {
  if (list.length === 0 || !list.every(isObject)) return undefined;
  const names = new Set<string>();
  for (const element of list)
    for (const entry of Object.entries(element as object))
      if (isShown(entry) && isSimple(entry[1])) names.add(entry[0]);
  return names.size === 0 ? undefined : [...names].slice(0, columnsMax);
};

const ListView = ({ list, member }: { readonly list: readonly unknown[]; readonly member: string | undefined }) => {
  const words = useWords();
  // References in a list are links, one below the other.
  const columns = list.every(each => isReference(each) || isKeyReference(each)) ? undefined : tableColumns(list);
  if (columns === undefined)
    return (
      <Stack gap={4}>
        {list.map((element, index) => (
          // The elements have no name of their own.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <ValueView key={index} value={element} member={member} />
        ))}
      </Stack>
    );
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            {columns.map(name => (
              <Table.Th key={name}>{words.member(name)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.map((element, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: elements may have no id
            <Table.Tr key={index}>
              {columns.map(name => (
                <Table.Td key={name}>
                  <ValueView value={(element as Record<string, unknown>)[name]} member={name} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};

interface MembersViewProps {
  readonly value: Readonly<Record<string, unknown>>;
  readonly typeName: string | undefined;
  readonly member: string | undefined;
}

const MembersView = ({ value, typeName, member: owner }: MembersViewProps) => {
  const words = useWords();
  const typeId = keyedMembers.get(owner ?? '');
  return (
    <Table variant="vertical" withTableBorder layout="auto" verticalSpacing={5}>
      <Table.Tbody>
        {Object.entries(value)
          .filter(isShown)
          .map(([name, member]) => (
            <Table.Tr key={name}>
              <Table.Th w={180}>
                {typeId !== undefined && uuidPattern.test(name) ? (
                  <ReferenceLink reference={{ typeId, id: name }} />
                ) : (
                  words.member(name, typeName)
                )}
              </Table.Th>
              <Table.Td>
                <ValueView value={member} member={name} />
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
};

interface Custom {
  readonly type: Reference;
  readonly fields: Readonly<Record<string, unknown>>;
}

const isCustom = (value: Readonly<Record<string, unknown>>): boolean =>
  isReference(value.type) && value.type.typeId === 'type' && isObject(value.fields);

/** Returns the label of an enumeration's key, otherwise the value itself. */
const labelledValue = (definition: FieldDefinition | undefined, value: unknown, language: string): unknown => {
  if (Array.isArray(value)) return value.map(each => labelledValue(definition, each, language));
  const values = definition?.type.values ?? definition?.type.elementType?.values;
  return textOf(values?.find(({ key }) => key === value)?.label, language) ?? value;
};

/** Custom fields, with the labels and the order of their Type. */
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

interface ValueViewProps {
  readonly value: unknown;
  /** The name of the member with the value, which determines the words of an enum. */
  readonly member?: string;
  /** The type of a whole resource. */
  readonly typeName?: string;
}

export const ValueView = ({ value, member, typeName }: ValueViewProps): ReactNode => {
  const { i18n, t } = useTranslation();
  const words = useWords();
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
  if (isDateTime(value)) return <time dateTime={value}>{formatDateTime(value, i18n.language)}</time>;
  const idType = idMembers.get(member ?? '');
  if (idType !== undefined && typeof value === 'string')
    return <ReferenceLink reference={{ typeId: idType, id: value }} />;
  if (typeof value === 'string' && stateMembers.has(member ?? ''))
    return <StateBadge member={member ?? ''} value={value} />;
  if (typeof value === 'string' && member === 'country') return countryName(value, i18n.language);
  if (typeof value === 'string' || typeof value === 'number')
    return (
      <Text span inherit>
        {typeof value === 'string' && member !== undefined ? words.value(member, value) : String(value)}
      </Text>
    );
  if (Array.isArray(value)) return value.length === 0 ? null : <ListView list={value} member={member} />;
  if (isMoney(value))
    return (
      <Text span inherit>
        {formatMoney(value, i18n.language)}
      </Text>
    );
  if (isReference(value) || isKeyReference(value)) return <ReferenceLink reference={value} />;
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
  if (isObject(value)) return <MembersView value={value} typeName={typeName} member={member} />;
  return <Code>{JSON.stringify(value)}</Code>;
};
