import type { Base } from '../../../engine/define/Base.js';
import type { CustomFields } from '../../../engine/schema/customFields.js';
import { loadSearchDocumentContext } from '../../document/loadSearchDocumentContext.js';
import { customFields, customValuesOf } from '../customFields.js';
import { compileFields } from '../../fields/FieldTable.js';
import { orderLanguage } from '../../query/Dialect.js';
import { defineSearchedType, type SearchedResource } from '../../SearchedType.js';
import { columnValue } from '../../terms/formatTerm.js';
import { orderFields, orderLists } from './orderFields.js';

interface Order extends Base {
  readonly custom?: CustomFields;
  readonly totalPrice: { readonly centAmount: number };
  readonly [member: string]: unknown;
}

/** Types of the resources whose values are searched with the order that references them (SEARCH054). */
const referencedTypeIds = ['state', 'store', 'customer-group', 'payment', 'type'];

const numbersOf = ({ id, version, createdAt, lastModifiedAt, totalPrice }: Order): SearchedResource['numbers'] => ({
  created: columnValue(Date.parse(createdAt), id),
  modified: columnValue(Date.parse(lastModifiedAt), id),
  cents: columnValue(totalPrice.centAmount, id),
  version: columnValue(version, id),
});

/** Order search (SEARCH001 to SEARCH061). */
export const searchedOrder = defineSearchedType({
  typeId: 'order',
  noun: 'order',
  plural: 'orders',
  activationHint: projectKey =>
    `Activate order search by the update action changeOrderSearchStatus of the project, with the status 'Activated', or by quayside search activate --project ${projectKey}.`,
  documentLayout: 3,
  table: compileFields(orderFields, orderLists, [customFields]),
  language: orderLanguage,
  load: async (engine, projectKey, ids) => {
    const bodies = await engine.store.bodies(projectKey, 'order', ids);
    const orders = bodies.map(body => (body === null ? null : (JSON.parse(body.toString()) as Order)));
    const context = await loadSearchDocumentContext(engine, projectKey, orders, referencedTypeIds);
    return orders.map(
      order =>
        order && {
          version: order.version,
          members: { ...order, custom: customValuesOf(order.custom, context) },
          numbers: numbersOf(order),
          context,
        },
    );
  },
});
