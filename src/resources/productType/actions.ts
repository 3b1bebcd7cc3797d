import type { TSchema } from '@sinclair/typebox';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { action, change, set } from '../../engine/define/actions.js';
import { Flag, Key, LocalizedString, NonEmptyText, Optional, Text } from '../../schema/primitives.js';
import { addAttributeDefinition } from './actions/addAttributeDefinition.js';
import { changeAttributeConstraint } from './actions/changeAttributeConstraint.js';
import { changeAttributeName } from './actions/changeAttributeName.js';
import { changeAttributeOrderByName } from './actions/changeAttributeOrderByName.js';
import { changeEnumKey } from './actions/changeEnumKey.js';
import { removeAttributeDefinition } from './actions/removeAttributeDefinition.js';
import { removeEnumValues } from './actions/removeEnumValues.js';
import { type AttributeDefinition, TextInputHint } from './attributeDefinition.js';
import { findAttributeDefinition, withAttributeDefinition } from './attributeDefinitions.js';
import { addAttributeEnumValue, changeAttributeEnumLabel, changeAttributeEnumOrder } from './enumActions.js';
import type { ProductType } from './members.js';

/** Changes one member of a definition, under the action's name for it. */
const changeMember = <F extends keyof AttributeDefinition>(
  member: F,
  given: string,
  schema: TSchema & { readonly static: AttributeDefinition[F] },
): Action<ProductType> =>
  action({ attributeName: Text, [given]: schema }, (productType: ProductType, payload) => {
    const { attributeName, [given]: value } = payload as { attributeName: string } & Record<string, unknown>;
    const old = findAttributeDefinition(productType, attributeName);
    return withAttributeDefinition(productType, old, { ...old, [member]: value });
  });
export const actions: ActionTable<ProductType> = {
  setKey: set<ProductType>('key', Key),
  changeName: change<ProductType>('name', NonEmptyText),
  changeDescription: change<ProductType>('description', Text),
  addAttributeDefinition,
  removeAttributeDefinition,
  changeAttributeName,
  changeAttributeOrderByName,
  changeAttributeConstraint,
  changeLabel: changeMember('label', 'label', LocalizedString),
  changeInputHint: changeMember('inputHint', 'newValue', TextInputHint),
  changeIsSearchable: changeMember('isSearchable', 'isSearchable', Flag),
  setInputTip: changeMember('inputTip', 'inputTip', Optional(LocalizedString)),
  addPlainEnumValue: addAttributeEnumValue('enum'),
  addLocalizedEnumValue: addAttributeEnumValue('lenum'),
  changePlainEnumValueLabel: changeAttributeEnumLabel('enum'),
  changeLocalizedEnumValueLabel: changeAttributeEnumLabel('lenum'),
  changePlainEnumValueOrder: changeAttributeEnumOrder('enum'),
  changeLocalizedEnumValueOrder: changeAttributeEnumOrder('lenum'),
  changeEnumKey,
  removeEnumValues,
};
