import type { Base } from '../../../engine/define/Base.js';
import type { Customer as CustomerResource } from '../../../commerce/resources/customer/members.js';
import { loadSearchDocumentContext } from '../../document/loadSearchDocumentContext.js';
import { compileFields } from '../../fields/FieldTable.js';
import { laterLanguage } from '../../query/Dialect.js';
import { defineSearchedType, type SearchedResource } from '../../SearchedType.js';
import { columnValue } from '../../terms/formatTerm.js';
import { typedCustomFields, typedCustomValuesOf } from '../typedCustomFields.js';
import { customerFields, customerLists } from './customerFields.js';

type Customer = CustomerResource & Base;

/** Types of the resources whose values are searched with the customer that references them. */
const referencedTypeIds = ['customer-group', 'type'];

const numbersOf = ({ id, version, createdAt, lastModifiedAt }: Customer): SearchedResource['numbers'] => ({
  created: columnValue(Date.parse(createdAt), id),
  modified: columnValue(Date.parse(lastModifiedAt), id),
  version: columnValue(version, id),
  cents: 0,
});

const fullNameOf = ({ firstName, middleName, lastName }: Customer): string | undefined =>
  [firstName, middleName, lastName].filter(name => name !== undefined && name !== '').join(' ') || undefined;

export const searchedCustomer = defineSearchedType({
  typeId: 'customer',
  noun: 'customer',
  plural: 'customers',
  activationHint: () =>
    "Activate customer search by the update action changeCustomerSearchStatus of the project, with the status 'Activated'.",
  missingIndexCode: 'SearchNotReady',
  documentLayout: 3,
  table: compileFields(customerFields, customerLists, [typedCustomFields]),
  language: laterLanguage,
  load: async (engine, projectKey, ids) => {
    const bodies = await engine.store.bodies(projectKey, 'customer', ids);
    const customers = bodies.map(body => (body === null ? null : (JSON.parse(body.toString()) as Customer)));
    const context = await loadSearchDocumentContext(engine, projectKey, customers, referencedTypeIds);
    return customers.map(
      customer =>
        customer && {
          version: customer.version,
          members: {
            ...customer,
            fullName: fullNameOf(customer),
            custom: typedCustomValuesOf(customer.custom, context),
          },
          numbers: numbersOf(customer),
          context,
        },
    );
  },
});
