import type { ActionTable } from '../../engine/define/Action.js';
import { change, set } from '../../engine/define/actions.js';
import { Key, NonEmptyText, Text } from '../../schema/primitives.js';
import { addTaxRate } from './actions/addTaxRate.js';
import { removeTaxRate } from './actions/removeTaxRate.js';
import { replaceTaxRate } from './actions/replaceTaxRate.js';
import type { TaxCategory } from './members.js';

export const actions: ActionTable<TaxCategory> = {
  changeName: change<TaxCategory>('name', NonEmptyText),
  setKey: set<TaxCategory>('key', Key),
  setDescription: set<TaxCategory>('description', Text),
  addTaxRate,
  replaceTaxRate,
  removeTaxRate,
};
