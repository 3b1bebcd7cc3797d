/** Attributes of products as search fields. */
import type { AttributeType } from '../../../commerce/resources/productType/attributeDefinition.js';
import type { ProductType } from '../../../commerce/resources/productType/members.js';
import type { Fields, SearchDocumentContext } from '../../document/contentOf.js';
import { setPrefix, type TypedDefinition, typedFields, typedValuesOf } from '../typedFields.js';

export const variantAttributes = typedFields('variants.attributes.', 'va', 'attribute');
export const productAttributes = typedFields('attributes.', 'pat', 'attribute');

/** The types of attributes whose values are texts, also in sets. */
const textTypes: ReadonlySet<string> = new Set(
  ['text', 'ltext', 'lenum'].flatMap(name => [name, `${setPrefix}${name}`]),
);
/** An enum has a text in its label. */
const labelEnd = '.label';
const labelledTypes: ReadonlySet<string> = new Set(['enum', `${setPrefix}enum`]);

/** Tells whether an attribute is searched by words where a search names no field. */
export const isTextAttribute = (openType: string, openName: string): boolean =>
  textTypes.has(openType) || (labelledTypes.has(openType) && openName.endsWith(labelEnd));

interface Attribute {
  readonly name: string;
  readonly value: unknown;
}

const definitionOf = ({ name, elementType }: AttributeType): TypedDefinition => ({
  kind: elementType?.name ?? name,
  isSet: name === 'set',
});

/** Returns the values of attributes that their product type makes searchable; undefined where there are none. */
export const attributeValuesOf = (
  attributes: readonly Attribute[],
  definitions: ReadonlyMap<string, ProductType['attributes'][number]>,
  context: SearchDocumentContext,
): Fields | undefined =>
  typedValuesOf(
    attributes.flatMap(({ name, value }) => {
      const definition = definitions.get(name);
      return definition?.isSearchable === true ? [{ name, value, definition: definitionOf(definition.type) }] : [];
    }),
    context,
  );
