/** Tailored attributes: values as variants have them, of which none is required and none is nested. */
import { fail } from '../../../base/errors/ApiError.js';
import { collectErrors } from '../../../base/errors/PhaseErrors.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { type Attribute, type AttributeDraft, findDefinition, toAttributeValue } from '../product/attributes.js';
import type { ProductType } from '../productType/members.js';

type Level = 'Product' | 'Variant';

const toAttribute = (
  { name, value }: AttributeDraft,
  productType: ProductType,
  level: Level,
  context: Context,
): Attribute => {
  const { type } = findDefinition(productType, name, level);
  if ([type.name, type.elementType?.name].includes('nested'))
    throw fail('InvalidOperation', { message: `The attribute '${name}' is nested and cannot be tailored.` });
  return { name, value: toAttributeValue(type, value, `attributes.${name}`, context) };
};

/** Converts drafts to attributes; of duplicates the last one counts. */
export const toTailoredAttributes = (
  drafts: readonly AttributeDraft[],
  productType: ProductType,
  level: Level,
  context: Context,
): Attribute[] => {
  const given = drafts.filter(({ value }) => value !== undefined);
  return collectErrors(context.errors, errors => {
    const attributes = given.flatMap(draft =>
      errors.run<Attribute[]>(() => [toAttribute(draft, productType, level, context)], []),
    );
    return [...new Map(attributes.map(attribute => [attribute.name, attribute])).values()];
  });
};

/** Makes a function that sets an attribute or, without a value, removes it. */
export const attributeSetter = (
  draft: AttributeDraft,
  productType: ProductType,
  level: Level,
  context: Context,
): ((attributes: Attribute[]) => Attribute[]) => {
  const { name, value } = draft;
  if (value === undefined) return attributes => attributes.filter(each => each.name !== name);
  const next = toAttribute(draft, productType, level, context);
  return attributes => {
    const at = attributes.findIndex(each => each.name === name);
    if (at < 0) return [...attributes, next];
    return sameValue(attributes[at], next) ? attributes : attributes.with(at, next);
  };
};
