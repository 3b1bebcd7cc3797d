/** Order search for tests: its fields, its query language and its documents. */
import { required } from '../../../src/base/errors/ApiError.js';
import type { Engine } from '../../../src/engine/Engine.js';
import type { SearchField } from '../../../src/search/fields/SearchField.js';
import type { SearchRequest } from '../../../src/search/query/ast.js';
import { parseSearchRequest } from '../../../src/search/query/parseSearchRequest.js';
import type { IndexEntry } from '../../../src/search/SearchIndexes.js';
import { customFields } from '../../../src/search/types/customFields.js';
import { searchedOrder } from '../../../src/search/types/order.js';

const { table, dialect } = searchedOrder;

export const { documentLayout } = searchedOrder;
export const { expressionKinds } = dialect;
export const orderTable = table;
export const searchFields = table.fields;
export const fieldByName = table.byName;
export const customField = (name: string, customType: string): SearchField =>
  required(table.openField(customFields, name, customType), `the custom field '${name}'`);
export const parseOrderSearch = (body: Readonly<Record<string, unknown>>): SearchRequest =>
  parseSearchRequest(dialect, body);
export const documentsOf = (
  engine: Engine,
  projectKey: string,
  ids: readonly string[],
): Promise<readonly IndexEntry[]> => searchedOrder.documentsOf(engine, projectKey, ids);
