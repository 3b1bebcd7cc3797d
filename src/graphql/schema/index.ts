import common from './common.js';
import customFields from './customFields.js';
import exceptions from './exceptions.js';
import messagePayloads from './messagePayloads.js';
import messages from './messages.js';
import operations from './operations.js';
import products from './products.js';

/** The parts of the schema that are not derived from the declarations. */
export const typeDefs = [common, customFields, exceptions, messages, messagePayloads, operations, products].join('\n');
