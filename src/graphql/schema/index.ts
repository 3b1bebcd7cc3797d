import common from './common.js';
import money from './money.js';
import customFields from './customFields.js';
import customer from './customer.js';
import customerDrafts from './customerDrafts.js';
import customerActions from './customerActions.js';
import state from './state.js';
import items from './items.js';
import order from './order.js';
import cart from './cart.js';
import operations from './operations.js';

/** The schema as text in the order of the specification. */
export const typeDefs = [
  common,
  money,
  customFields,
  customer,
  customerDrafts,
  customerActions,
  state,
  items,
  order,
  cart,
  operations,
].join('\n');
