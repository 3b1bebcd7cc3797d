/**
 * The names of all operations of the service. A route or a resource type that names another one fails the type check,
 * and so does a table of operations that lacks one: src/operations/verbs and src/http/request/localVerbs.ts.
 */

/** Operations that a worker executes. */
export type WorkerVerb =
  | 'probe'
  // Resources of any type
  | 'create'
  | 'createOrReplace'
  | 'read'
  | 'query'
  | 'latest'
  | 'update'
  | 'remove'
  // OAuth
  | 'token'
  | 'customerToken'
  | 'anonymousToken'
  | 'introspect'
  | 'revoke'
  // API clients, extensions and the project
  | 'createApiClient'
  | 'removeApiClient'
  | 'createExtension'
  | 'updateExtension'
  | 'removeExtension'
  | 'updateProject'
  | 'updateWithJob'
  // Customers
  | 'signUp'
  | 'signIn'
  | 'changePassword'
  | 'createPasswordToken'
  | 'resetPassword'
  | 'createEmailToken'
  | 'confirmEmail'
  | 'readCustomerByToken'
  | 'updateCustomer'
  | 'removeCustomer'
  // Shipping methods
  | 'shippingMethodsForCart'
  | 'shippingMethodsForCartAndPlace'
  | 'shippingMethodsForPlace'
  // Product projections
  | 'readProjection'
  | 'queryProjections'
  // Product selections
  | 'removeProductSelection'
  | 'productsOfSelection'
  | 'selectionsOfProduct'
  | 'productSelectionAssignments'
  // Product discounts
  | 'matchingProductDiscount'
  // GraphQL, order search and pages
  | 'graphql'
  | 'indexerGraphql'
  | 'searchOrders'
  | 'searchProducts'
  | 'searchProjections'
  | 'suggestKeywords'
  | 'searchCustomers'
  | 'searchExists'
  | 'readOrderFigures'
  | 'readHistory'
  | 'searchIndexingStatus'
  | 'listSearchIndexes'
  | 'reindexSearch'
  | 'listJobQueues'
  | 'listJobRuns'
  | ConsoleVerb;

/** Operations of the administration console (src/operations/console). */
export const consoleVerbs = [
  'openSession',
  'readSession',
  'endSession',
  'issueSessionToken',
  'changeOwnPassword',
  'queryAccounts',
  'readAccountNames',
  'createAccount',
  'updateAccount',
  'removeAccount',
  'listProjects',
  'createProject',
  'createSampleShop',
  'readSampleShop',
  'createVerification',
  'readVerification',
  'testExtension',
  'testPredicates',
  'testDiscount',
  'takeOrderNumber',
  'listScopes',
  'readAuditLog',
  'readSetup',
  'setUp',
] as const;

export type ConsoleVerb = (typeof consoleVerbs)[number];

/** Operations that the main thread executes without a worker. */
export type LocalVerb =
  | 'missing'
  | 'health'
  | 'ready'
  | 'home'
  | 'homeFile'
  | 'docsPage'
  | 'openapi'
  | 'openapiPage'
  | 'openapiPart'
  | 'openapiTag'
  | 'sharedFile'
  | 'consolePage'
  | 'graphqlSchema'
  | 'graphiql'
  | 'indexerGraphiql'
  | 'readFigures';

export type RouteVerb = WorkerVerb | LocalVerb;
