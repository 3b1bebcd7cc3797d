/** Schemas of the pages of assignments: the products of product selections. */
import {
  productSelectionAssignment,
  type ProductSelectionAssignment,
} from '../../commerce/resources/productSelectionAssignment.js';
import { DateTime } from '../../engine/schema/primitives.js';
import { closedObject, type Components, type Schema } from './Components.js';

type Member = keyof ProductSelectionAssignment;

/** The members of an assignment on each path. */
const forms = {
  AssignedProductReference: ['product', 'variantSelection', 'variantExclusion'],
  AssignedProductSelection: ['productSelection', 'variantSelection', 'variantExclusion', 'createdAt'],
  ProductSelectionAssignment: ['product', 'productSelection', 'variantSelection', 'variantExclusion'],
} as const satisfies Readonly<Record<string, readonly Member[]>>;

export type AssignmentForm = keyof typeof forms;

const count: Schema = { type: 'integer', minimum: 0 };
const { properties } = productSelectionAssignment.resource;

export const assignmentPageSchema = (components: Components, form: AssignmentForm): Schema =>
  components.component(`${form}PagedQueryResponse`, forms[form], () => {
    const members = forms[form].map(name => [name, components.schema(properties[name] ?? DateTime)] as const);
    const required = forms[form].filter(name => !name.startsWith('variant'));
    return closedObject(
      {
        limit: count,
        offset: count,
        count,
        total: { ...count, description: 'Present with `withTotal=true`.' },
        results: { type: 'array', items: closedObject(Object.fromEntries(members), required) },
      },
      ['limit', 'offset', 'count', 'results'],
    );
  });
