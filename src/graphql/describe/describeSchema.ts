/**
 * Describes what has no description yet: every type, field, argument, input field and value. The texts are those of the
 * declarations where they have one, and follow from the names elsewhere.
 */
import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { capitalized, wordsOf } from '../../schema/words.js';
import { describeField, subjectOf } from './describeField.js';
import { argumentTexts } from './memberTexts.js';

/** Texts by the name of a type, `Order`, or of a field, `Order.key`. */
export type Descriptions = ReadonlyMap<string, string>;

const describeArguments = ({ args }: GraphQLField<unknown, unknown>): void => {
  for (const arg of args) arg.description ??= argumentTexts.get(arg.name) ?? `The ${wordsOf(arg.name)}.`;
};

const describeFields = (
  parent: string,
  fields: Readonly<Record<string, GraphQLField<unknown, unknown> | GraphQLInputField>>,
  texts: Descriptions,
): void => {
  const siblings = new Set(Object.keys(fields));
  for (const [name, field] of Object.entries(fields)) {
    field.description ??=
      texts.get(`${parent}.${name}`) ?? describeField('args' in field ? parent : undefined, field, siblings);
    if ('args' in field) describeArguments(field);
  }
};

const describeValues = (type: GraphQLEnumType): void => {
  const subject = capitalized(subjectOf(type.name));
  for (const value of type.getValues()) value.description ??= `${subject}: ${wordsOf(value.name)}.`;
};

const typeText = (type: GraphQLNamedType): string => {
  const subject = subjectOf(type.name);
  if (isEnumType(type)) return `The values of ${subject}.`;
  if (isInputObjectType(type)) return `Input: ${subject}.`;
  return isInterfaceType(type)
    ? `${capitalized(subject)}: its kinds are types of their own.`
    : `${capitalized(subject)}.`;
};

export const describeSchema = (schema: GraphQLSchema, texts: Descriptions): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    type.description ??= texts.get(type.name) ?? typeText(type);
    if (isEnumType(type)) describeValues(type);
    else if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      describeFields(type.name, type.getFields(), texts);
  }
};
