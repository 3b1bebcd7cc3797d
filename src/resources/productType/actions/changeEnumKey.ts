import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Text } from '../../../schema/primitives.js';
import { assertEnumKey, assertNewEnumKey, EnumKey } from '../../shared/enumValues.js';
import { withAttributeEnumValues } from '../enumActions.js';
import type { ProductType } from '../members.js';

export const changeEnumKey: Action<ProductType> = action(
  { attributeName: Text, key: EnumKey, newKey: EnumKey },
  (productType: ProductType, { attributeName, key, newKey }) =>
    withAttributeEnumValues(productType, attributeName, values => {
      assertEnumKey(values, key, attributeName);
      if (newKey !== key) assertNewEnumKey(values, newKey, attributeName);
      return values.map(each => (each.key === key ? { ...each, key: newKey } : each));
    }),
);
