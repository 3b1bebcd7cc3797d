import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { List, Text } from '../../../schema/primitives.js';
import { assertEnumKey, EnumKey } from '../../shared/enumValues.js';
import { withAttributeEnumValues } from '../enumActions.js';
import type { ProductType } from '../members.js';

/** Removes enum values; beforeCommit.ts refuses those that products use (ERR051). */
export const removeEnumValues: Action<ProductType> = action(
  { attributeName: Text, keys: List(EnumKey) },
  (productType: ProductType, { attributeName, keys }) => ({
    ...withAttributeEnumValues(productType, attributeName, values => {
      for (const key of keys) assertEnumKey(values, key, attributeName);
      return values.filter(({ key }) => !keys.includes(key));
    }),
    requestedEffects: Object.fromEntries(
      keys.map(key => [JSON.stringify([attributeName, key]), { attributeName, key }]),
    ),
  }),
);
