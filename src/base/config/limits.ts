/**
 * Every fixed limit, set by the specification (LIM001 to LIM022) or by what Redis and the sockets can take. Limits that
 * operators choose are settings. Units stand last in names.
 */
export const limits = {
  resourceBytesMax: 16 * 1024 * 1024,
  /** The messages of one change; each may hold a part of the resource. */
  messagesBytesMax: 24 * 1024 * 1024,
  /** Forms of OAuth endpoints, and bodies of the administration console, arrive before a client is authenticated. */
  formBytesMax: 64 * 1024,
  /** Bodies of GraphQL requests and below `/me`, which anonymous visitors may send too. */
  visitorBodyBytesMax: 1024 * 1024,
  /** Bounds the rest of a refused body that is read and dropped so that its sender reads the refusal, and its time. */
  discardedBytesMax: 64 * 1024 * 1024,
  discardTimeoutMs: 10_000,
  /** The bodies of all calls that wait for the workers, together. */
  poolBytesMax: 256 * 1024 * 1024,
  /**
   * Calls with longer bodies or query strings may compute for long, and run in a thread that other calls do not wait
   * for (operations/heavyCalls.ts). GraphQL documents and searches do so sooner.
   */
  lightBodyBytesMax: 128 * 1024,
  lightDocumentBytesMax: 16 * 1024,
  lightQueryBytesMax: 6 * 1024,
  /** Processor time after which a query moves to such a thread, and begins again there. */
  lightWorkMs: 25,
  /** Bounds the heavy calls at once in one such thread, those of one project in all of them, and those that wait. */
  heavyCallsPerThreadMax: 4,
  projectHeavyCallsMax: 2,
  heavyCallsWaitingMax: 128,
  projectHeavyCallsWaitingMax: 64,
  /** The bodies of all heavy calls together. */
  heavyCallsBytesMax: 128 * 1024 * 1024,
  /** The threads for heavy calls end after this time without one. */
  heavyThreadsIdleMs: 60_000,
  /** The first part of a resource that the main thread reads, and all longer reads in progress together. */
  readStartBytes: 64 * 1024,
  largeReadsBytesMax: 256 * 1024 * 1024,
  /**
   * Responses that the main thread keeps, each and together, and texts of projections that each worker keeps for pages
   * of searches: the products that visitors look at most (engine/KeptResponses.ts).
   */
  keptResponseBytesMax: 512 * 1024,
  keptResponsesBytesMax: 32 * 1024 * 1024,
  /** Stamps that a kept response depends on: one command reads them. */
  keptResponseSourcesMax: 256,
  /** Levels of a JSON body. */
  bodyLevelsMax: 64,
  /**
   * Members and elements of a JSON body, at all levels, and of those that anonymous visitors may send too: with them
   * every stage of a request computes for less than 250 ms (docs/measurements/hostile-bodies.md).
   */
  bodyValuesMax: 200_000,
  visitorBodyValuesMax: 10_000,
  actionsMax: 500,
  /** Languages of one localized text. */
  languagesMax: 500,
  /** `where`, `sort` and `expand` of one query. */
  queryPredicatesMax: 32,
  querySortsMax: 8,
  expansionPathsMax: 32,
  /** Members in one path of `expand`. */
  expansionStepsMax: 12,
  /** References that one request may expand; the others stay without `obj`, which is never an error (GEN061). */
  expansionsMax: 10_000,
  /** Characters that expansions may add to the response: many places may refer to one large resource. */
  expandedCharactersMax: 16 * 1024 * 1024,
  /** Places that all paths of one request may lead to; further ones are not followed. */
  expansionPlacesMax: 300_000,
  /** Custom fields of one resource, values of a set, and references in the custom fields of one request. */
  customFieldsMax: 1_000,
  setValuesMax: 1_000,
  customReferencesMax: 1_000,
  /** Characters of a text of an attribute that searches find, as in the hosted product. */
  searchableLengthMax: 10_922,
  /** Characters of a list of scopes, and of a password. */
  scopeLengthMax: 8_192,
  passwordLengthMax: 1_024,
  /** Product types of a project, and standalone prices of a SKU: a check reads all of them. */
  productTypesMax: 1_000,
  pricesOfSkuMax: 1_000,
  /**
   * Levels of categories, since a commit checks the versions of all categories above one. Categories below one that
   * moves whose ancestors are written in the same commit, which takes Redis one or two milliseconds.
   */
  categoryLevelsMax: 50,
  categoriesMovedAtOnceMax: 100,
  /** Categories below one that are deleted with it: one commit deletes all. */
  categoriesDeletedAtOnceMax: 1_000,
  /** Active discounts without a code: every cart is tried with all of them. */
  activeDiscountsMax: 500,
  /** Active discounts of one store, as in the hosted API. */
  activeDiscountsOfStoreMax: 100,
  /** Products of a product selection: pages of a store's products read their ids. */
  selectionProductsMax: 50_000,
  /** Products of a product selection that one commit deletes with it; more are deleted in commits before. */
  assignmentsRemovedMax: 200,
  /** Active discounts on products: every price is tried with all of them. */
  activeProductDiscountsMax: 500,
  /** Active discount groups, and cart discounts of a group: a change of the group's sortOrder changes all of them. */
  activeDiscountGroupsMax: 100,
  discountsOfGroupMax: 100,
  queryLimitDefault: 20,
  queryLimitMax: 500,
  queryOffsetMax: 10_000,
  queryTotalMax: 10_000,
  /** The resources of one page: a page of the largest resources would not fit into memory. */
  pageBytesMax: 128 * 1024 * 1024,
  /** The bodies that a query reads at once: one call of Redis, whose answer Redis and the process hold as a whole. */
  queryReadCountMax: 100,
  queryReadBytesMax: 32 * 1024 * 1024,
  /** Reads of more bytes wait for each other in a worker. */
  queryParallelBytesMax: 4 * 1024 * 1024,
  /** Characters of all values by which the first resources of a query are sorted. */
  sortedCharactersMax: 32 * 1024 * 1024,
  /** Resources that retention deletes in one commit, which takes Redis one or two milliseconds. */
  retentionStepMax: 50,
  /** Entries of the history of one resource; the oldest are deleted first. */
  historyEntriesMax: 500,
  /** Characters of an entry; a longer one is kept without its payload. */
  historyEntryCharactersMax: 16_384,
  /** Replaced documents after which a search index is built anew. */
  searchReplacedMin: 10_000,
  /**
   * Lifetimes of tokens (LIM013, LIM014); a refresh token lives on from its last use. An API client may set others, up
   * to the maximum.
   */
  accessTokenSeconds: 172_800,
  refreshTokenSeconds: 200 * 86_400,
  tokenSecondsMax: 400 * 86_400,
  /** Different lists of scopes of the valid tokens of one API client. */
  clientScopeListsMax: 1_000,
  /**
   * Timeout of the introspection at an external OAuth server, and the longest time that its answer is cached (LIM016,
   * LIM017).
   */
  introspectionMs: 500,
  introspectionSecondsMax: 3_600,
  /** Size of one GraphQL document. */
  graphqlDocumentBytesMax: 64 * 1024,
  graphqlTokensMax: 8_000,
  graphqlFieldsMax: 5_000,
  graphqlAliasesMax: 100,
  /** Error entries in one response. */
  errorEntriesMax: 50,
  /** Errors reported for one document and its variables. */
  graphqlErrorsMax: 20,
  /** Orders that one search may find. */
  searchFoundMax: 1_000_000,
  /** GraphQL documents that a worker keeps compiled. */
  graphqlDocumentsMax: 500,
  /** References that one GraphQL request may follow, as with `expand`; here more of them are an error. */
  graphqlReferencesMax: 10_000,
  /** Bytes of the resources that one GraphQL request loads. */
  graphqlBytesMax: 64 * 1024 * 1024,
  /**
   * Characters of a GraphQL response, its values in lists, and the values that a worker collects without a pause: each
   * takes about a microsecond.
   */
  graphqlCharactersMax: 16 * 1024 * 1024,
  graphqlValuesMax: 2_000_000,
  graphqlTurnValuesMax: 300_000,
  /** Page of an order search (LIM009, LIM010). */
  searchLimitDefault: 10,
  searchLimitMax: 100,
  searchOffsetMax: 10_000,
  /** Nested compound expressions, single expressions and sort fields of one search query. */
  searchDepthMax: 50,
  searchExpressionsMax: 500,
  searchSortsMax: 10,
  /** Values of one exact expression. */
  searchValuesMax: 100,
  /** Facets of one search, ranges of a facet, and buckets that a facet answers with: each costs time for each hit. */
  searchFacetsMax: 30,
  searchRangesMax: 100,
  searchBucketsDefault: 10,
  searchBucketsMax: 200,
  /** Page of a search of products or customers. */
  laterSearchLimitDefault: 20,
  /** Page, values of a filter and suggestions of the older product search, and terms of one of its facets. */
  projectionSearchLimitMax: 500,
  projectionSearchGraphqlLimitDefault: 10,
  projectionSearchValuesMax: 500,
  suggestionsDefault: 10,
  suggestionsMax: 25,
  projectionFacetTermsMax: 200,
  /** Characters of a value for exact and full-text search, and of a pattern for prefix, wildcard and fuzzy search. */
  searchValueLengthMax: 65_536,
  searchPatternLengthMax: 1_000,
  /**
   * Words of one full-text value, and index terms of one query: each word counts once for every field and language it
   * is searched in.
   */
  searchWordsMax: 100,
  searchTermsMax: 20_000,
  /** Errors reported for one search query. */
  searchFaultsMax: 20,
  /** Timeout of API extensions: default and maximum. */
  extensionMs: 2_000,
  extensionMsMax: 10_000,
  extensionsMax: 25,
  /** Extensions that one depends on, layers of them, and paths that the payload of one is expanded by. */
  extensionDependenciesMax: 5,
  extensionLayersMax: 3,
  extensionPathsMax: 3,
  /** Passwords that wait in one worker to be hashed or compared, of all projects and of one. */
  passwordsWaitingMax: 1_000,
  projectPasswordsWaitingMax: 200,
  extensionAnswerBytesMax: 1024 * 1024,
  /**
   * Sessions of the administration console: seconds after which one ends, and ends without use; the lifetime of an
   * access token of a session.
   */
  consoleSessionSeconds: 12 * 3_600,
  consoleIdleSeconds: 3_600,
  consoleTokenSeconds: 900,
  /** Characters of the email of an account, which is also an X-External-User-ID. */
  accountEmailLengthMax: 256,
  /** Characters of the password of an account, which is its only factor. */
  accountPasswordLengthMin: 12,
  /** Sign-ins in the audit log, as many failed ones, and changes of each project; the oldest are deleted first. */
  auditEntriesMax: 100_000,
  projectAuditEntriesMax: 20_000,
  /** Days for which entries about accounts and projects are kept. */
  auditDays: 400,
  correlationIdLengthMin: 8,
  correlationIdLengthMax: 256,
  externalUserIdLengthMax: 256,
} as const;
