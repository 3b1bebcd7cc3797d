/** Derives the types of resources and of their parts from the declared shapes. */
import type { TSchema } from '@sinclair/typebox';
import { BaseShape } from '../../engine/define/Base.js';
import { withoutMembers } from '../../engine/define/merchantMembers.js';
import { countsMessages, type ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { pascalCase, capitalized, withArticle, wordsOf } from '../../engine/schema/words.js';
import { fieldName, fieldOfReference, ownTypeName, referenceType, resourceNames, singular } from './names.js';
import type { SchemaText } from './SchemaText.js';
import { ShippingRate } from '../../commerce/values/shippingRate.js';
import { Text } from '../../engine/schema/primitives.js';
import { interfaces, kindShape, sharedShape, type Variants } from './variants.js';
import {
  enumValues,
  isCustomFields,
  isLocalizedText,
  objectShape,
  type ObjectShape,
  outputName,
  referenceOf,
  scalarOf,
} from './shapes.js';

const localeArguments = '(locale: Locale, acceptLanguage: [Locale!])';
const nameArguments = '(includeNames: [String!], excludeNames: [String!])';

/** Custom fields have three more forms in addition to `custom`. */
const customFieldForms: Readonly<Record<string, string>> = {
  customFields: 'customFields: Type',
  customFieldsRaw: `customFieldsRaw${nameArguments}: [RawCustomField!]`,
  customFieldList: `customFieldList${nameArguments}: [CustomField!]`,
};

/** Arguments of lists that select some of their elements. */
const listArguments: ReadonlyMap<string, string> = new Map([
  ['Cart lineItems', '(id: String)'],
  ['Order lineItems', '(id: String)'],
  ['ProductVariant attributesRaw', nameArguments],
  ['Quote lineItems', '(id: String)'],
  ['QuoteRequest lineItems', '(id: String)'],
  ['TypeDefinition fieldDefinitions', nameArguments],
]);

/** Optional lists that GraphQL shows as empty where they are absent. */
const neverNull: ReadonlySet<string> = new Set([
  'Asset tags',
  'Parcel items',
  'Order directDiscounts',
  'Order discountCodes',
  'State roles',
  'TaxRate subRates',
]);

/** Members that GraphQL shows in another form, which `schema/` declares. */
const otherForms: ReadonlySet<string> = new Set([
  'OrderBusinessUnitSet businessUnit',
  'OrderBusinessUnitSet oldbusinessUnit',
  'ProductVariant recurrencePrices',
]);

/** Shapes of members that carts and orders declare as any values, since only other resources check them. */
const knownShapes: ReadonlyMap<string, TSchema> = new Map([['ShippingRate tiers', ShippingRate.properties.tiers]]);

interface Member {
  /** The type that has the member. */
  readonly parent: string;
  readonly name: string;
  readonly declared: TSchema;
  readonly isRequired: boolean;
}

/** Returns the resource type without the members that only merchants see. */
const ownView = (definition: ResourceDefinition): ResourceDefinition => {
  const { resource, visibility: { merchantOnly } = {} } = definition;
  if (merchantOnly === undefined || merchantOnly === true) return definition;
  const required = resource.required?.filter(name => !(merchantOnly as readonly string[]).includes(name));
  const shown = { ...resource, properties: withoutMembers(merchantOnly, resource.properties), required };
  return { ...definition, resource: shown };
};

export class OutputTypes {
  readonly #resources: ReadonlyMap<string, ResourceDefinition>;

  /** `definitions` are the resource types that GraphQL shows. */
  constructor(
    private readonly text: SchemaText,
    definitions: readonly ResourceDefinition[],
  ) {
    this.#resources = new Map(definitions.map(definition => [definition.typeId, definition]));
  }

  addResource(definition: ResourceDefinition): void {
    const { type, created } = resourceNames(definition);
    this.#addResourceType(type, definition);
    if (created !== undefined) this.#addResourceType(created, definition);
    if (definition.own?.hasOwnType === true) this.#addResourceType(ownTypeName(definition), ownView(definition));
    this.#addPayloads(definition);
  }

  /** Messages of one type may lack members, so only the type of a payload is required. */
  #addPayloads({ messaging }: ResourceDefinition): void {
    for (const [type, properties] of Object.entries(messaging?.payloads ?? {})) {
      this.text.addType(type, 'type', 'MessagePayload');
      this.text.addField(type, 'type', 'type: String!');
      this.#addMembers(type, { properties });
    }
  }

  #addResourceType(type: string, definition: ResourceDefinition): void {
    this.text.addType(type, 'type', 'Versioned & ReferenceExpandable');
    const { lastMessageSequenceNumber: _sequenceNumber, ...base } = BaseShape.properties;
    this.#addMembers(type, { properties: base, required: BaseShape.required });
    if (countsMessages(definition))
      this.text.addField(type, 'lastMessageSequenceNumber', 'lastMessageSequenceNumber: Long!');
    this.#addMembers(type, definition.resource as unknown as ObjectShape);
    if (definition.resource.properties.custom !== undefined)
      for (const [name, text] of Object.entries(customFieldForms)) this.text.addField(type, name, text);
  }

  #addMembers(parent: string, { properties, required = [] }: ObjectShape): void {
    for (const [name, declared] of Object.entries(properties)) {
      if (otherForms.has(`${parent} ${name}`)) continue;
      const known = knownShapes.get(`${parent} ${name}`) ?? declared;
      this.#addMember({ parent, name, declared: known, isRequired: required.includes(name) });
    }
  }

  #addMember(member: Member): void {
    const { parent, name, declared, isRequired } = member;
    const element = declared.type === 'array' ? (declared.items as TSchema) : undefined;
    const add = (field: string, rest: string): void => this.text.addField(parent, field, `${field}${rest}`);
    const nonNull = isRequired || neverNull.has(`${parent} ${name}`) ? '!' : '';
    if (referenceOf(element ?? declared) !== undefined) return this.#addReference(member, element);
    if (isLocalizedText(declared)) {
      add(name, `${localeArguments}: String`);
      return add(`${name}AllLocales`, `: [LocalizedString!]${nonNull}`);
    }
    const isAttributes =
      element !== undefined && outputName(element) === 'RawProductAttribute' && !this.text.isWrittenField(parent, name);
    const field = isAttributes ? `${name}Raw` : fieldName(parent, name);
    this.text.describeMember(parent, field, declared);
    if (this.text.isWrittenField(parent, field)) return;
    const given = listArguments.get(`${parent} ${field}`) ?? '';
    add(field, `${given}: ${this.#typeOf(declared, parent, name)}${nonNull}`);
  }

  /** `stateRef` is the stored reference; `state` is the resource, if this service has a resource type for it. */
  #addReference({ parent, name, declared, isRequired }: Member, element: TSchema | undefined): void {
    const reference = referenceOf(element ?? declared);
    const listed = (type: string): string => (element === undefined ? type : `[${type}!]`);
    const target = this.#resources.get(reference?.typeId ?? '');
    const refType = referenceType(parent, name, reference?.by ?? 'id');
    const field = fieldOfReference(name, refType);
    this.text.addField(parent, field, `${field}: ${listed(refType)}${isRequired ? '!' : ''}`);
    if (target === undefined || field === name) return;
    // A resource that was deleted or is hidden from the client is null; in a list it is left out.
    const nonNull = isRequired && element !== undefined ? '!' : '';
    this.text.addField(parent, name, `${name}: ${listed(resourceNames(target).type)}${nonNull}`);
  }

  #typeOf(declared: TSchema, parent: string, name: string): string {
    if (isCustomFields(declared)) return 'CustomFieldsType';
    const resource = this.#resources.get(declared.snapshotOf as string);
    if (resource !== undefined) return resourceNames(resource).type;
    const values = enumValues(declared);
    const given = outputName(declared);
    if (values !== undefined)
      return this.text.enumName(values, given ?? parent + pascalCase(name), given !== undefined);
    const scalar = scalarOf(declared, name, parent);
    if (scalar !== undefined) return scalar;
    if (declared.type === 'array') return `[${this.#typeOf(declared.items as TSchema, parent, singular(name))}!]`;
    const shape = objectShape(declared);
    return shape === undefined ? 'Json' : this.#addObject(given ?? parent + pascalCase(name), shape);
  }

  /** Adds an interface with a type for each kind. */
  #addVariants(name: string, variants: Variants, shape: ObjectShape): string {
    if (this.text.isDerived(name)) return name;
    const shared = sharedShape(variants, shape);
    this.text.addType(name, 'interface');
    this.#addMembers(name, shared);
    const { discriminator } = variants;
    for (const kind of variants.kinds) {
      const { properties, required = [] } = kindShape(kind, shape, 'output');
      this.text.addType(kind.type, 'type', name);
      this.text.describe(kind.type, `${capitalized(withArticle(wordsOf(name)))} of the kind \`${kind.value}\`.`);
      this.#addMembers(kind.type, {
        properties: { [discriminator]: Text, ...properties },
        required: [discriminator, ...required],
      });
    }
    return name;
  }

  #addObject(name: string, shape: ObjectShape): string {
    const variants = interfaces.get(name);
    if (variants !== undefined) return this.#addVariants(name, variants, shape);
    this.text.assertOneShape(name, shape);
    if (this.text.isDerived(name) || !this.text.isExtensible(name)) return name;
    this.text.addType(name, 'type');
    this.#addMembers(name, shape);
    return name;
  }
}
