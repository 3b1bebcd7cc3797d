/** Schemas of the values of custom fields and attributes, by their type. */
import type { JsonSchema } from '../api/description';
import { textOf } from '../api/Resource';
import type { EnumValue, ValueType } from '../values/useFieldDefinitions';
import type { AttributeDefinition, ProductType } from './definitions';

/** The texts of forms, in the language of the console. */
export type Translate = (name: string, values?: Readonly<Record<string, unknown>>) => string;

/** Schemas that others refer to by `$ref`, by their names. */
type SharedSchemas = Map<string, JsonSchema>;

const languageTag = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$';
const currencyCode = '^[A-Z]{3}$';

const referenceTo = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

const localizedText: JsonSchema = {
  type: 'object',
  propertyNames: { pattern: languageTag },
  additionalProperties: { type: 'string' },
};

/**
 * A hidden constant text that identifies an alternative of a schema. It has a default, because the library of forms
 * fills in defaults of a chosen alternative; it omits a constant if the previous alternative had no such member.
 */
export const fixedText = (text: string): JsonSchema => ({ type: 'string', enum: [text], default: text, isFixed: true });

/** Times of the API have no time zone, while the format `time` of JSON Schema requires one. */
const localTime: JsonSchema = { type: 'string', format: 'local-time' };

const money: JsonSchema = {
  type: 'object',
  properties: {
    currencyCode: { type: 'string', pattern: currencyCode, description: 'EUR' },
    centAmount: { type: 'integer' },
  },
  required: ['currencyCode', 'centAmount'],
  additionalProperties: false,
};

/** The prefix of schemas of objects that refer to a resource, for which forms have their own field. */
export const identifierPrefix = 'identifierOf.';

/** The prefix of schemas of nested attributes. */
export const nestedPrefix = 'attributesOf.';

const identifierSchema = (typeId: string, members: readonly string[] = ['id', 'key']): JsonSchema => ({
  type: 'object',
  properties: { typeId: { const: typeId }, ...Object.fromEntries(members.map(name => [name, { type: 'string' }])) },
  required: ['typeId'],
  // The two properties are the type, and either id or key.
  minProperties: 2,
  additionalProperties: false,
});

const withChoices = (values: readonly EnumValue[], language: string): JsonSchema => ({
  type: 'string',
  oneOf: values.map(({ key, label }) => ({ const: key, title: textOf(label, language) ?? key })),
});

export class ValueSchemas {
  /** Schemas that the values refer to. */
  readonly shared: SharedSchemas = new Map();

  constructor(
    private readonly productTypes: readonly ProductType[],
    private readonly language: string,
    private readonly t: Translate,
  ) {}

  identifier(typeId: string, members?: readonly string[]): JsonSchema {
    const name = `${identifierPrefix}${typeId}${members === undefined ? '' : `.by.${members.join('.')}`}`;
    return this.#share(name, () => identifierSchema(typeId, members));
  }

  /** Returns the schema of a value; the types of attributes and custom fields differ only in their spelling. */
  value(type: ValueType, inputHint?: string): JsonSchema {
    switch (type.name.toLowerCase()) {
      case 'boolean':
        return { type: 'boolean' };
      case 'number':
        return { type: 'number' };
      case 'text':
      case 'string':
        return { type: 'string', ...(inputHint === 'MultiLine' && { format: 'multiline' }) };
      case 'ltext':
      case 'localizedstring':
        return this.localizedText();
      case 'enum':
      case 'lenum':
      case 'localizedenum':
        return withChoices(type.values ?? [], this.language);
      case 'money':
        return money;
      case 'date':
        return { type: 'string', format: 'date' };
      case 'time':
        return localTime;
      case 'datetime':
        return { type: 'string', format: 'date-time' };
      case 'reference':
        return this.identifier(type.referenceTypeId ?? '');
      case 'nested':
        return this.attributesOf(this.productTypes.find(({ id }) => id === type.typeReference?.id));
      case 'set':
        return this.#set(type.elementType);
      default:
        return this.anyValue();
    }
  }

  localizedText(): JsonSchema {
    return this.#share('LocalizedString', () => localizedText);
  }

  /** Returns the schema of a value of unknown type: the person chooses the type. */
  anyValue(): JsonSchema {
    return this.#share('anyValue', () => {
      const kinds: readonly (readonly [string, JsonSchema])[] = [
        ['text', { type: 'string' }],
        ['number', { type: 'number' }],
        ['boolean', { type: 'boolean' }],
        ['localizedText', this.localizedText()],
        ['money', money],
        ['date', { type: 'string', format: 'date' }],
        ['time', localTime],
        ['dateTime', { type: 'string', format: 'date-time' }],
        ['reference', { ...identifierSchema(''), properties: this.#freeIdentifier, required: ['typeId'] }],
        ['texts', { type: 'array', items: { type: 'string' } }],
        ['numbers', { type: 'array', items: { type: 'number' } }],
      ];
      return { anyOf: kinds.map(([name, schema]) => ({ title: this.t(`form.kinds.${name}`), ...schema })) };
    });
  }

  /** Returns the schema of attributes as an object by their names; `formBody.ts` converts it to the list of the API. */
  attributes(definitions: readonly AttributeDefinition[], isChange = false): JsonSchema {
    return {
      type: 'object',
      attributesByName: true,
      properties: Object.fromEntries(
        definitions.map(({ name, label, type, inputHint }) => [
          name,
          { ...this.value(type, inputHint), title: textOf(label, this.language) ?? name },
        ]),
      ),
      required: isChange ? [] : definitions.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      additionalProperties: false,
    };
  }

  /** Returns the schema of nested attributes. The library of forms does not follow the schema of their members. */
  attributesOf(productType: ProductType | undefined): JsonSchema {
    if (productType === undefined) return this.anyValue();
    const members = this.#share(`membersOf.${productType.id}`, () => this.attributes(productType.attributes));
    return this.#share(`${nestedPrefix}${productType.id}`, () => ({ type: 'object', shownAs: members.$ref }));
  }

  readonly #freeIdentifier = { typeId: { type: 'string' }, id: { type: 'string' }, key: { type: 'string' } } as const;

  #set(elementType: ValueType | undefined): JsonSchema {
    const items = elementType === undefined ? this.anyValue() : this.value(elementType);
    // A choice of several given values is one field, which needs unique values.
    return { type: 'array', items, ...(items.oneOf !== undefined && { uniqueItems: true }) };
  }

  /** Registers the name first, because a schema may refer to itself. */
  #share(name: string, make: () => JsonSchema): JsonSchema {
    if (!this.shared.has(name)) {
      this.shared.set(name, {});
      this.shared.set(name, make());
    }
    return referenceTo(name);
  }
}
