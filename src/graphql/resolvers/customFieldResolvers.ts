/** Resolvers of custom fields, raw and typed by the definitions of their Type (CUST021 to CUST025). */
import type { CustomFields } from '../../engine/schema/customFields.js';
import type { FieldDefinition } from '../../commerce/resources/shared/fieldDefinition.js';
import type { Arguments } from '../GraphqlContext.js';
import { listTexts, nameTest, pickText } from './namedElements.js';
import { loads, type Resolver } from './Resolver.js';
import type { JsonObject } from '../readRequest.js';

/** Returns the custom fields of a resource, or the source itself where it is the custom fields. */
const customFieldsIn = (source: JsonObject): CustomFields | undefined =>
  (source.fields === undefined ? source.custom : source) as CustomFields | undefined;

const selectFields = (
  { fields }: CustomFields,
  { includeNames, excludeNames }: Arguments,
): [name: string, value: unknown][] => {
  const isWanted = nameTest(includeNames, excludeNames);
  return Object.entries(fields).filter(([name]) => isWanted(name));
};

/** Resolves to a list of names and values of the custom fields; the values are JSON. */
export const rawFields: Resolver = (source, args) => {
  const custom = customFieldsIn(source);
  return custom === undefined ? null : selectFields(custom, args).map(([name, value]) => ({ name, value }));
};

/** A custom field with the type of its definition, from which the types of the schema resolve their fields. */
interface TypedField {
  readonly name: string;
  readonly value: unknown;
  readonly type: FieldDefinition['type'];
}

const list = loads(async (source, args, { loaders }): Promise<TypedField[] | null> => {
  const custom = customFieldsIn(source);
  if (custom === undefined) return null;
  const type = await loaders.follow(custom.type);
  const definitions = new Map(
    ((type?.fieldDefinitions ?? []) as readonly FieldDefinition[]).map(each => [each.name, each.type]),
  );
  return selectFields(custom, args).flatMap(([name, value]) => {
    const defined = definitions.get(name);
    return defined === undefined ? [] : [{ name, value, type: defined }];
  });
});

/** Resolvers of the fields with these names, in every type. */
export const customFieldResolvers: Readonly<Record<string, Resolver>> = {
  customFieldsRaw: rawFields,
  customFieldList: list,
  customFields: source => source.custom,
};

export const customFieldType = ({ type }: TypedField): string => `${type.name}Field`;

const value: Resolver = source => source.value;

const memberOfValue =
  (member: string): Resolver =>
  source =>
    (source.value as JsonObject)[member];

type Texts = Readonly<Record<string, string>>;

const textsOf = (source: JsonObject): Texts => source.value as Texts;

const labelOf = (source: JsonObject): unknown => {
  const { value: key, type } = source as Partial<TypedField>;
  return type?.values?.find(each => each.key === key)?.label;
};

/** Resolvers of the types that implement the interface CustomField. */
export const typedFieldResolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  BooleanField: { booleanValue: value },
  NumberField: { numberValue: value },
  StringField: { stringValue: value },
  LocalizedStringField: {
    value: (source, { locale }) =>
      typeof locale === 'string' ? (pickText(textsOf(source), locale, undefined) ?? '') : textsOf(source),
    localizedValue: (source, { locale, acceptLanguage }) => pickText(textsOf(source), locale, acceptLanguage),
    localizedValueAllLocales: source => listTexts(textsOf(source)),
  },
  EnumField: { key: value, label: labelOf },
  LocalizedEnumField: {
    key: value,
    label: (source, { locale, acceptLanguage }) =>
      pickText(labelOf(source) as Texts | undefined, locale, acceptLanguage),
    labelAllLocales: source => listTexts(labelOf(source) as Texts | undefined),
  },
  MoneyField: {
    moneyValue: value,
    centAmount: memberOfValue('centAmount'),
    currencyCode: memberOfValue('currencyCode'),
  },
  DateField: { dateValue: value },
  TimeField: { timeValue: value },
  DateTimeField: { dateTimeValue: value },
  ReferenceField: { referenceValue: value, typeId: memberOfValue('typeId'), id: memberOfValue('id') },
  SetField: { values: value, elementType: source => (source as Partial<TypedField>).type?.elementType?.name },
};
