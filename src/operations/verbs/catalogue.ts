/** Operations on product projections, product selections, discounts of products and shipping methods. */
import { queryProjections, readProjection } from '../../commerce/resources/product/projections/readProjections.js';
import { matchingProductDiscount, ProductDiscountMatchQuery } from '../../commerce/resources/productDiscount.js';
import {
  productSelectionAssignments,
  productsOfSelection,
  selectionsOfProduct,
} from '../../commerce/resources/productSelection/queries.js';
import {
  shippingMethodsForCart,
  shippingMethodsForCartAndPlace,
  shippingMethodsForPlace,
} from '../../commerce/resources/shippingMethod/queries/findMatchingMethods.js';
import { expandParameter, matchingParameters, queryParameters } from '../schemas/parameterDescriptions.js';
import { projectionPageSchema, projectionSchema } from '../schemas/resourceSchemas.js';
import { pageAnswer, resourceAnswer } from './descriptions.js';
import { withEngine } from './resources.js';
import type { OperationDescription } from '../schemas/OperationDescription.js';
import { describeVerbs } from './Verb.js';
import {
  productSelectionAssignment,
  type ProductSelectionAssignment,
} from '../../commerce/resources/productSelectionAssignment.js';
import { DateTime } from '../../engine/schema/primitives.js';
import { closedObject, type Components, type Schema } from '../schemas/Components.js';

type Member = keyof ProductSelectionAssignment;

/** The members of an assignment on each path. */
const forms = {
  AssignedProductReference: ['product', 'variantSelection', 'variantExclusion'],
  AssignedProductSelection: ['productSelection', 'variantSelection', 'variantExclusion', 'createdAt'],
  ProductSelectionAssignment: ['product', 'productSelection', 'variantSelection', 'variantExclusion'],
} as const satisfies Readonly<Record<string, readonly Member[]>>;

type AssignmentForm = keyof typeof forms;

const count: Schema = { type: 'integer', minimum: 0 };
const { properties } = productSelectionAssignment.resource;

const assignmentPageSchema = (components: Components, form: AssignmentForm): Schema =>
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

const assignmentPage = (form: AssignmentForm, summary: string): OperationDescription => ({
  summary,
  status: 200,
  answer: ({ components }) => assignmentPageSchema(components, form),
  parameters: queryParameters,
});

const matchingMethods = (target: string, parameters: keyof typeof matchingParameters): OperationDescription => ({
  summary: `Returns the active shipping methods of ${target}. \`isMatching\` tells which of their rates applies.`,
  status: 200,
  answer: pageAnswer,
  parameters: matchingParameters[parameters],
});

export const catalogueVerbs = describeVerbs({
  readProjection: {
    kind: 'read',
    ...withEngine(readProjection),
    isKept: true,
    summary: 'Returns the projection of a product: its current data, or its staged data.',
    status: 200,
    answer: ({ components }) => projectionSchema(components),
    parameters: expandParameter,
  },
  queryProjections: {
    kind: 'page',
    ...withEngine(queryProjections),
    isKept: true,
    summary: 'Queries the projections of products; `where` and `sort` name fields of the projection.',
    status: 200,
    answer: ({ components }) => projectionPageSchema(components),
    parameters: queryParameters,
  },
  productsOfSelection: {
    kind: 'page',
    ...withEngine(productsOfSelection),
    ...assignmentPage('AssignedProductReference', 'Queries the products of a product selection.'),
  },
  selectionsOfProduct: {
    kind: 'page',
    ...withEngine(selectionsOfProduct),
    ...assignmentPage('AssignedProductSelection', 'Queries the product selections that a product is assigned to.'),
  },
  productSelectionAssignments: {
    kind: 'page',
    ...withEngine(productSelectionAssignments),
    ...assignmentPage(
      'ProductSelectionAssignment',
      'Queries the products of product selections; on the path of a store those of its active ones.',
    ),
  },
  matchingProductDiscount: {
    kind: 'read',
    ...withEngine(matchingProductDiscount),
    summary: 'Returns the product discount that applies to a price of a variant.',
    body: ({ components }) =>
      components.component('ProductDiscountMatchQuery', 'ProductDiscountMatchQuery', () =>
        components.inlineSchema(ProductDiscountMatchQuery),
      ),
    status: 200,
    answer: resourceAnswer,
  },
  shippingMethodsForCart: {
    kind: 'page',
    ...withEngine(shippingMethodsForCart),
    ...matchingMethods('a cart, for its shipping address', 'cart'),
  },
  shippingMethodsForCartAndPlace: {
    kind: 'page',
    ...withEngine(shippingMethodsForCartAndPlace),
    ...matchingMethods('a cart, as if it were shipped to a place', 'cartAndPlace'),
  },
  shippingMethodsForPlace: {
    kind: 'page',
    ...withEngine(shippingMethodsForPlace),
    ...matchingMethods('a place, whatever their predicates say about carts', 'place'),
  },
});
