import categories from './categories.js';
import common from './common.js';
import customFields from './customFields.js';
import exceptions from './exceptions.js';
import messages from './messages.js';
import operations from './operations.js';
import products from './products.js';
import projectLimits from './projectLimits.js';
import productSearch from './productSearch.js';
import productSelections from './productSelections.js';

/** The parts of the schema that are not derived from the declarations. */
export const typeDefs = [
  categories,
  common,
  customFields,
  exceptions,
  messages,
  operations,
  products,
  projectLimits,
  productSearch,
  productSelections,
].join('\n');
