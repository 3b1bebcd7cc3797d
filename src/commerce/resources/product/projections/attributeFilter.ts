/** The attributes that projections show: `filter[attributes]` names them, or with a dash those that are not shown. */
import { fail } from '../../../../base/errors/ApiError.js';
import type { ProductProjection } from '../productProjection.js';
import { variantsOf } from '../variants.js';

const attributeFilterName = 'filter[attributes]';

/** Tells whether an attribute is shown. */
export type AttributeFilter = (name: string) => boolean;

/** Returns undefined if the request names no attributes. A name given with and without a dash is not shown. */
export const attributeFilterOf = (query: URLSearchParams): AttributeFilter | undefined => {
  const given = query.getAll(attributeFilterName).flatMap(each => each.split(',').map(name => name.trim()));
  if (given.length === 0) return undefined;
  if (given.some(name => name === '' || name === '-'))
    throw fail('InvalidInput', {
      message: `Malformed parameter: ${attributeFilterName}: expected names of attributes, with a dash before those that are not shown.`,
    });
  const excluded = new Set(given.filter(name => name.startsWith('-')).map(name => name.slice(1)));
  const included = new Set(given.filter(name => !name.startsWith('-')));
  return name => !excluded.has(name) && (included.size === 0 || included.has(name));
};

interface WithAttributes {
  attributes?: { readonly name: string }[];
}

/** Leaves out the other attributes of a projection and of its variants; these objects belong to this response only. */
export const filterAttributes = (projection: ProductProjection, isShown: AttributeFilter): void => {
  for (const each of [projection, ...variantsOf(projection)] as WithAttributes[])
    if (each.attributes !== undefined) each.attributes = each.attributes.filter(({ name }) => isShown(name));
};
