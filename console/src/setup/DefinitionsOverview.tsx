/** The definitions of a Type or a product type, each field with its kind in words. */
import { Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Resource, textOf, withoutTechnicalMembers } from '../api/Resource';
import { ScrolledTable } from '../layout/ScrolledTable';
import { Section } from '../layout/Section';
import type { ValueType } from '../values/useFieldDefinitions';
import { ValueView } from '../values/ValueView';
import { useWords } from '../words/useWords';

interface Definition {
  readonly name: string;
  readonly label: unknown;
  readonly type: ValueType;
  /** The first member belongs to a custom field, the second to an attribute. */
  readonly required?: boolean;
  readonly isRequired?: boolean;
}

interface Definer extends Resource {
  readonly fieldDefinitions?: readonly Definition[];
  readonly attributes?: readonly Definition[];
}

/** Types and product types name kinds differently, such as `LocalizedString` and `ltext`. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['boolean', 'Boolean'],
  ['text', 'Text'],
  ['string', 'Text'],
  ['ltext', 'LocalizedText'],
  ['localizedstring', 'LocalizedText'],
  ['number', 'Number'],
  ['money', 'Money'],
  ['date', 'Date'],
  ['time', 'Time'],
  ['datetime', 'DateTime'],
  ['enum', 'Enum'],
  ['lenum', 'Enum'],
  ['localizedenum', 'Enum'],
  ['reference', 'Reference'],
  ['nested', 'Nested'],
]);

/** More values than these would hide the other fields. */
const valuesShown = 8;

const useKindText = (): ((type: ValueType) => string) => {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const textOfKind = (type: ValueType): string => {
    if (type.elementType !== undefined) return t('setup.kind.Set', { element: textOfKind(type.elementType) });
    const { values = [], referenceTypeId = '', name } = type;
    const labels = values.map(({ key, label }) => textOf(label, i18n.language) ?? key);
    const listed = [...labels.slice(0, valuesShown), ...(labels.length > valuesShown ? ['…'] : [])].join(', ');
    return t(`setup.kind.${kinds.get(name.toLowerCase()) ?? name}`, {
      values: listed,
      type: words.member(referenceTypeId),
      defaultValue: name,
    });
  };
  return textOfKind;
};

const DefinitionsTable = ({ definitions }: { readonly definitions: readonly Definition[] }) => {
  const { t, i18n } = useTranslation();
  const kindText = useKindText();
  if (definitions.length === 0) return <Text size="sm">{t('setup.noFields')}</Text>;
  return (
    <ScrolledTable minWidth={480} label={t('setup.fields')}>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {['fieldLabel', 'fieldKind', 'fieldRequired', 'fieldName'].map(heading => (
              <Table.Th key={heading} scope="col">
                {t(`setup.${heading}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {definitions.map(({ name, label, type, required, isRequired }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{textOf(label, i18n.language) ?? name}</Table.Th>
              <Table.Td>{kindText(type)}</Table.Td>
              <Table.Td>{t((required ?? isRequired) === true ? 'value.yes' : 'value.no')}</Table.Td>
              <Table.Td>{name}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
};

const DefinitionsOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const { fieldDefinitions, attributes, ...others } = resource as Definer;
  return (
    <Stack gap="xs">
      <ValueView value={withoutTechnicalMembers(others)} typeName={fieldDefinitions ? 'Type' : 'ProductType'} />
      <Section title={t('setup.fields')}>
        <DefinitionsTable definitions={fieldDefinitions ?? attributes ?? []} />
      </Section>
    </Stack>
  );
};

export default DefinitionsOverview;
