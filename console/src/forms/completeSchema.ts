/**
 * Completes a schema of the API description with the definitions of the project: texts in its languages, custom
 * fields of its Types, attributes of its product types. A form of the result has a field for every member.
 */
import type { JsonSchema } from '../api/description';
import { isReference, type Resource, textOf } from '../api/Resource';
import type { FieldDefinition } from '../values/useFieldDefinitions';
import type { Words } from '../words/useWords';
import type { AttributeDefinition, CustomType, Definitions, ProductType } from './definitions';
import { fixedText, type Translate, ValueSchemas } from './valueSchemas';

export interface FormContext {
  readonly definitions: Definitions;
  readonly language: string;
  readonly t: Translate;
  readonly words: Pick<Words, 'member' | 'enumValue' | 'hint'>;
  /** The type of the resource that the form creates or changes. */
  readonly typeId?: string;
  /** The resource that the form changes; absent for a draft, and if many resources are changed. */
  readonly resource?: Resource;
  /** The product type that the draft of a product refers to so far. */
  readonly productType?: ProductType;
}

type Members = Readonly<Record<string, JsonSchema>>;

const describing: ReadonlySet<string> = new Set(['description', 'title']);

/** Tells whether a schema allows every value, so that a definition of the project describes it. */
const isUndeclared = (schema: JsonSchema | undefined): boolean =>
  schema !== undefined && Object.keys(schema).every(name => describing.has(name));

const isNamedValue = ({ name, value }: Members): boolean => name !== undefined && isUndeclared(value);

const isCustomFields = ({ fields, type }: Members): boolean =>
  type !== undefined && isUndeclared(fields?.additionalProperties as JsonSchema | undefined);

/** Returns the Types of the custom fields in a value, at any depth. */
const customTypeIdsIn = (value: unknown, found = new Set<string>()): ReadonlySet<string> => {
  if (Array.isArray(value)) for (const each of value) customTypeIdsIn(each, found);
  else if (typeof value === 'object' && value !== null) {
    const { type, fields } = value as { readonly type?: unknown; readonly fields?: unknown };
    if (fields !== undefined && isReference(type) && type.typeId === 'type') found.add(type.id);
    for (const member of Object.values(value)) customTypeIdsIn(member, found);
  }
  return found;
};

const withoutMembers = (members: Members, ...names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

class Completion {
  readonly values: ValueSchemas;

  /** `declared` are the schemas that others refer to, by their names. */
  constructor(
    private readonly context: FormContext,
    private readonly declared: Members,
  ) {
    this.values = new ValueSchemas(context.definitions.productTypes, context.language, context.t);
  }

  complete(schema: JsonSchema): JsonSchema {
    if (isUndeclared(schema)) return this.values.anyValue();
    if (schema.propertyNames !== undefined) return this.#localized(schema);
    const { properties, items, anyOf, oneOf, additionalProperties } = schema;
    if (properties !== undefined) return this.#object(schema, properties);
    const open = typeof additionalProperties === 'object' ? (additionalProperties as JsonSchema) : undefined;
    return {
      ...schema,
      ...(items !== undefined && { items: this.complete(items) }),
      ...(open !== undefined && { additionalProperties: this.complete(open) }),
      ...(anyOf !== undefined && { anyOf: anyOf.map(each => this.#titled(each)) }),
      ...(oneOf !== undefined && { oneOf: oneOf.map(each => this.complete(each)) }),
    };
  }

  /** Adds a title to a label, which is a text or a localized text. */
  #titled(schema: JsonSchema): JsonSchema {
    const kind = schema.type === 'string' ? 'text' : 'localizedText';
    return { title: this.context.t(`form.kinds.${kind}`), ...this.complete(schema) };
  }

  /** Returns a field for each language of the project. Values in other languages stay. */
  #localized(schema: JsonSchema): JsonSchema {
    const value = this.complete(schema.additionalProperties as JsonSchema);
    const languages = this.context.definitions.languages.map(language => [language, { ...value, title: language }]);
    return { ...schema, properties: Object.fromEntries(languages), additionalProperties: value };
  }

  #object(schema: JsonSchema, properties: Members): JsonSchema {
    const { typeId, id, key } = properties;
    if (typeof typeId?.const === 'string' && (id ?? key) !== undefined)
      return this.values.identifier(
        typeId.const,
        id !== undefined && key !== undefined ? undefined : [id === undefined ? 'key' : 'id'],
      );
    if (isCustomFields(properties)) return this.#customFields(schema, properties);
    if (isNamedValue(properties)) return this.#namedValue(schema, properties);
    // The draft of a product has attributes of the product besides those of its variants.
    const isOfProduct = 'masterVariant' in properties || schema.attributeLevel === 'Product';
    const level = isOfProduct ? 'Product' : 'Variant';
    const members = Object.entries(properties).flatMap(([name, member]): [string, JsonSchema][] => {
      // The expanded resource of a reference is not a part of a request.
      if (name === 'obj') return [];
      const isAttributes = name === 'attributes' && isNamedValue(this.#elementMembers(member));
      return [
        [name, this.#labelled(name, (isAttributes && this.#attributes(member, level)) || this.#member(name, member))],
      ];
    });
    return { ...schema, properties: Object.fromEntries(members) };
  }

  /** Returns a list of words for an enum, of which several can be chosen for a list. */
  #member(name: string, schema: JsonSchema): JsonSchema {
    const choices = this.#choices(name, schema);
    if (choices !== undefined) return choices;
    const items = schema.items === undefined ? undefined : this.#choices(name, schema.items);
    return items === undefined ? this.complete(schema) : { ...schema, items, uniqueItems: true };
  }

  #choices(name: string, schema: JsonSchema): JsonSchema | undefined {
    const declared = this.#named(schema) ?? schema;
    if (!declared.enum?.every(each => typeof each === 'string')) return undefined;
    const labels = declared.enum.map(value => [value, this.context.words.enumValue(name, value)] as const);
    // With titled alternatives instead, the library would choose the first of them by itself.
    return { ...declared, labels: Object.fromEntries(labels) };
  }

  #labelled(name: string, schema: JsonSchema): JsonSchema {
    return schema.title === undefined ? { ...schema, title: this.context.words.member(name) } : schema;
  }

  #named({ $ref }: JsonSchema): JsonSchema | undefined {
    return $ref === undefined ? undefined : this.declared[$ref.replace('#/$defs/', '')];
  }

  #elementMembers({ items = {} }: JsonSchema): Members {
    return (this.#named(items) ?? items).properties ?? {};
  }

  /** Returns the product types that values may belong to. */
  #productTypes(): readonly ProductType[] {
    const { definitions, resource, productType } = this.context;
    if (productType !== undefined) return [productType];
    if (!isReference(resource?.productType)) return [];
    const { id } = resource.productType;
    return definitions.productTypes.filter(each => each.id === id);
  }

  /** Returns the attributes of a variant or a product; undefined if the product type is not known. */
  #attributes(schema: JsonSchema, level: AttributeDefinition['level']): JsonSchema | undefined {
    const [productType] = this.#productTypes();
    if (productType === undefined) return undefined;
    const definitions = productType.attributes.filter(each => each.level === level);
    return { ...this.values.attributes(definitions), title: schema.title };
  }

  /** Returns the custom fields of one of the Types of the project, or none. */
  #customFields(schema: JsonSchema, { type: _type, fields: _fields, ...others }: Members): JsonSchema {
    const { definitions, t } = this.context;
    const isTypeRequired = others.action !== undefined && schema.required?.includes('type') === true;
    const none: JsonSchema = { title: t('form.noType'), type: 'object', properties: {}, additionalProperties: false };
    const options = definitions.types.map(type => this.#typeOption(type));
    return {
      type: 'object',
      title: schema.title,
      properties: others,
      required: (schema.required ?? []).filter(name => name in others),
      anyOf: isTypeRequired && options.length > 0 ? options : [none, ...options],
    };
  }

  #typeOption(type: CustomType): JsonSchema {
    const { id, name, key, resourceTypeIds, fieldDefinitions } = type;
    const fields = fieldDefinitions.map(field => [field.name, this.#fieldValue(field)]);
    return {
      title: `${textOf(name, this.context.language) ?? key} (${resourceTypeIds.join(', ')})`,
      type: 'object',
      properties: {
        type: { ...fixedText(id), identifierOf: 'type' },
        fields: {
          type: 'object',
          properties: Object.fromEntries(fields),
          required: fieldDefinitions.filter(({ required }) => required).map(field => field.name),
          additionalProperties: false,
        },
      },
      required: ['type', ...(fieldDefinitions.some(({ required }) => required) ? ['fields'] : [])],
    };
  }

  #fieldValue({ type, label, name, inputHint }: FieldDefinition): JsonSchema {
    return { ...this.values.value(type, inputHint), title: textOf(label, this.context.language) ?? name };
  }

  /** Returns the schema of an action that sets one custom field or attribute: a choice of the name, and its value. */
  #namedValue(schema: JsonSchema, properties: Members): JsonSchema {
    const action = (properties.action?.const ?? '') as string;
    const options = /Attribute/.test(action) ? this.#attributeOptions(action) : this.#fieldOptions(action);
    const others = withoutMembers(properties, 'name', 'value');
    if (action === '' || options.length === 0)
      return {
        ...schema,
        properties: { ...others, name: properties.name as JsonSchema, value: this.values.anyValue() },
      };
    return {
      type: 'object',
      properties: others,
      required: (schema.required ?? []).filter(name => name in others),
      anyOf: options,
    };
  }

  #attributeOptions(action: string): readonly JsonSchema[] {
    const level = action === 'setProductAttribute' ? 'Product' : 'Variant';
    const known = this.#productTypes();
    return (known.length > 0 ? known : this.context.definitions.productTypes).flatMap(
      ({ name: typeName, attributes }) =>
        attributes
          .filter(each => each.level === level)
          .map(({ name, label, type, inputHint }) =>
            this.#valueOption(name, label, this.values.value(type, inputHint), known.length > 0 ? undefined : typeName),
          ),
    );
  }

  #fieldOptions(action: string): readonly JsonSchema[] {
    const { definitions, resource, language } = this.context;
    const ids = customTypeIdsIn(action === 'setCustomField' ? resource?.custom : resource);
    const known = definitions.types.filter(({ id }) => ids.has(id));
    const types = known.length > 0 ? known : definitions.types;
    return types.flatMap(({ name: typeName, key, fieldDefinitions }) =>
      fieldDefinitions.map(({ name, label, type, inputHint }) =>
        this.#valueOption(
          name,
          label,
          this.values.value(type, inputHint),
          types.length === 1 ? undefined : (textOf(typeName, language) ?? key),
        ),
      ),
    );
  }

  /** Returns one choice; its title contains `owner` if several Types define values. */
  #valueOption(name: string, label: unknown, value: JsonSchema, owner: string | undefined): JsonSchema {
    const title = textOf(label, this.context.language) ?? name;
    return {
      title: owner === undefined ? title : `${title} (${owner})`,
      type: 'object',
      properties: { name: fixedText(name), value: { ...value, title } },
      required: ['name'],
    };
  }
}

/** Adds descriptions in the language of the console to all parts of a schema. */
const withHints = (value: unknown, hint: Words['hint']): unknown => {
  if (Array.isArray(value)) return value.map(each => withHints(each, hint));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'description' && typeof member === 'string' ? hint(member) : withHints(member, hint),
    ]),
  );
};

/** Actions on the custom fields of the resource itself, not of a part of it. */
const ownCustomActions: ReadonlySet<unknown> = new Set([undefined, 'setCustomType', 'setCustomField']);

/** Returns the context for the members of a resource itself: only Types for its kind can be its custom fields. */
const ownContext = (root: JsonSchema, context: FormContext): FormContext => {
  const { typeId, definitions } = context;
  if (typeId === undefined || !ownCustomActions.has(root.properties?.action?.const)) return context;
  const types = definitions.types.filter(({ resourceTypeIds }) => resourceTypeIds.includes(typeId));
  return { ...context, definitions: { ...definitions, types } };
};

/** Returns a draft with its custom fields inline; without them if the project has no Type for its kind. */
const withOwnCustomFields = (root: JsonSchema, declared: Members, types: readonly CustomType[]): JsonSchema => {
  const { custom, ...others } = root.properties ?? {};
  if (custom === undefined) return root;
  const inline = declared[custom.$ref?.replace('#/$defs/', '') ?? ''] ?? custom;
  return { ...root, properties: { ...others, ...(types.length > 0 && { custom: inline }) } };
};

/** `schema` is a whole document with `$defs`, as `loadWholeSchema` makes it. */
export const completeSchema = (schema: JsonSchema, context: FormContext): JsonSchema => {
  const { $defs = {}, ...root } = withHints(schema, context.words.hint) as JsonSchema & { readonly $defs?: Members };
  const own = ownContext(root, context);
  const completion = new Completion(context, $defs);
  const ofRoot = new Completion(own, $defs);
  const definitions = Object.entries($defs).map(([name, definition]) => [name, completion.complete(definition)]);
  const completed = ofRoot.complete(withOwnCustomFields(root, $defs, own.definitions.types));
  const shared = [...completion.values.shared, ...ofRoot.values.shared].map(([name, each]) => [
    name,
    each.propertyNames === undefined ? each : completion.complete(each),
  ]);
  return { ...completed, $defs: Object.fromEntries([...shared, ...definitions]) };
};
