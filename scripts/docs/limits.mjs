/** The limits of this server, as rows of docs/reference/limits.md. A test sends a request beyond each of them. */

/** Returns rows `[name, what, limit, answer beyond it, setting]`; `name` identifies a row. */
const requestRows = (limits, setting) => [
  ['headers', 'bytes of URL and headers together', setting('headerBytesMax'), '431 `RequestHeadersTooLarge`'],
  ['body', 'bytes of a request body, also when it is decoded', setting('bodyBytesMax'), '413 `RequestBodyTooLarge`'],
  ['visitorBody', 'bytes of a body of GraphQL or below `/me`', limits.visitorBodyBytesMax, '413 `RequestBodyTooLarge`'],
  ['formBody', 'bytes of a form of OAuth', limits.formBytesMax, '413 `RequestBodyTooLarge`'],
  [
    'discardedBody',
    'bytes of a refused body that are read behind the refusal',
    limits.discardedBytesMax,
    'the connection closes',
  ],
  ['discardTime', 'milliseconds for it', limits.discardTimeoutMs, 'the connection closes'],
  ['bodyLevels', 'levels of a JSON body', limits.bodyLevelsMax, '400 `InvalidJsonInput`'],
  ['bodyValues', 'members and elements of a JSON body, at all levels', limits.bodyValuesMax, '400 `InvalidInput`'],
  ['visitorBodyValues', 'those of a body of GraphQL or below `/me`', limits.visitorBodyValuesMax, '400 `InvalidInput`'],
  [
    'correlationId',
    'characters of `X-Correlation-ID`, at least 8',
    limits.correlationIdLengthMax,
    '400 `InvalidInput`',
  ],
  ['externalUserId', 'characters of `X-External-User-ID`', limits.externalUserIdLengthMax, '400 `InvalidInput`'],
  ['resource', 'bytes of a resource', limits.resourceBytesMax, '400 `ResourceSizeLimitExceeded`'],
  ['messages', 'bytes of the messages about one change', limits.messagesBytesMax, '400 `InvalidInput`'],
  ['errors', 'errors in one response', limits.errorEntriesMax, 'further ones are left out'],
];

const updateRows = limits => [
  ['actions', 'update actions of one request', limits.actionsMax, '400 `InvalidField`'],
  ['languages', 'languages of one localized text', limits.languagesMax, '400 `InvalidField`'],
  ['customFields', 'custom fields of one resource', limits.customFieldsMax, '400 `InvalidField`'],
  [
    'searchableLength',
    'characters of a text of a searchable attribute',
    limits.searchableLengthMax,
    '400 `InvalidField`',
  ],
  ['setValues', 'values of a custom field or attribute that is a set', limits.setValuesMax, '400 `InvalidField`'],
  [
    'customReferences',
    'references in the custom fields of one request',
    limits.customReferencesMax,
    '400 `InvalidInput`',
  ],
  ['password', 'characters of a password', limits.passwordLengthMax, '400 `InvalidInput`'],
  ['productTypes', 'product types of a project', limits.productTypesMax, '400 `MaxResourceLimitExceeded`'],
  ['pricesOfSku', 'standalone prices of a SKU', limits.pricesOfSkuMax, '400 `MaxResourceLimitExceeded`'],
  [
    'activeDiscounts',
    'active cart discounts without a code',
    limits.activeDiscountsMax,
    '400 `MaxCartDiscountsReached`',
  ],
  [
    'activeDiscountsOfStore',
    'active cart discounts without a code for one store',
    limits.activeDiscountsOfStoreMax,
    '400 `StoreCartDiscountsLimitReached`',
  ],
  [
    'selectionProducts',
    'products of a product selection',
    limits.selectionProductsMax,
    '400 `MaxResourceLimitExceeded`',
  ],
  [
    'activeProductDiscounts',
    'active product discounts',
    limits.activeProductDiscountsMax,
    '400 `MaxResourceLimitExceeded`',
  ],
  ['activeDiscountGroups', 'active discount groups', limits.activeDiscountGroupsMax, '400 `MaxDiscountGroupsReached`'],
  [
    'discountsOfGroup',
    'cart discounts of a discount group',
    limits.discountsOfGroupMax,
    '400 `MaxResourceLimitExceeded`',
  ],
  ['extensions', 'API extensions of a project', limits.extensionsMax, '400 `MaxResourceLimitExceeded`'],
  [
    'extensionDependencies',
    'extensions that an API extension depends on',
    limits.extensionDependenciesMax,
    '400 `ExtensionChainTooWide`',
  ],
  [
    'extensionLayers',
    'layers of API extensions that depend on others',
    limits.extensionLayersMax,
    '400 `ExtensionChainTooDeep`',
  ],
];

const queryRows = (limits, predicate, setting) => [
  ['limit', '`limit` of a query, at least 1', limits.queryLimitMax, '400 `InvalidInput`'],
  ['offset', '`offset` of a query', limits.queryOffsetMax, '400 `InvalidInput`'],
  ['total', '`total` of a query with a predicate', limits.queryTotalMax, 'more are not counted'],
  ['where', '`where` of one query', limits.queryPredicatesMax, '400 `InvalidInput`'],
  ['sort', '`sort` of one query', limits.querySortsMax, '400 `InvalidInput`'],
  [
    'predicateCharacters',
    'characters of a predicate, and of a variable',
    predicate.predicateCharactersMax,
    '400 `SyntaxError`',
  ],
  ['predicateLevels', 'levels of a predicate', predicate.predicateLevelsMax, '400 `SyntaxError`'],
  ['predicateConditions', 'conditions of a predicate', predicate.predicateNodesMax, '400 `SyntaxError`'],
  ['predicateValues', 'values in the lists of a predicate', predicate.predicateListValuesMax, '400 `SyntaxError`'],
  ['sortCharacters', 'characters of a `sort`', predicate.sortCharactersMax, '400 `InvalidInput`'],
  ['sortSegments', 'field names in the path of a `sort`', predicate.sortSegmentsMax, '400 `InvalidInput`'],
  ['pageBytes', 'bytes of the resources of a page', limits.pageBytesMax, '400 `InvalidInput`'],
  [
    'sortedCharacters',
    'characters of the values that a page is sorted by',
    limits.sortedCharactersMax,
    '400 `InvalidInput`',
  ],
  ['queryTime', 'milliseconds of a query', setting('queryTimeoutMs'), '400 `QueryTimedOut`'],
  [
    'workTime',
    'milliseconds of computing for an update, or for a predicate over one resource',
    setting('workTimeoutMs'),
    '400 `InvalidInput`, or `QueryTimedOut` for a predicate',
  ],
  ['expansionPaths', '`expand` of one request', limits.expansionPathsMax, 'further ones expand nothing'],
  ['expansionSteps', 'members in the path of an `expand`', limits.expansionStepsMax, 'it expands nothing'],
  ['expansions', 'references that one request expands', limits.expansionsMax, 'further ones stay without `obj`'],
  [
    'expandedCharacters',
    'characters that they add to a response',
    limits.expandedCharactersMax,
    'further ones stay without `obj`',
  ],
  [
    'expansionPlaces',
    'places that the paths of `expand` lead to',
    limits.expansionPlacesMax,
    'further ones stay without `obj`',
  ],
];

const searchRows = limits => [
  ['searchLimit', '`limit` of an order search', limits.searchLimitMax, '400 `InvalidInput`'],
  ['searchOffset', '`offset` of an order search', limits.searchOffsetMax, '400 `InvalidInput`'],
  ['searchDepth', 'compound expressions inside one another', limits.searchDepthMax, '400 `InvalidInput`'],
  ['searchExpressions', 'single expressions of a query', limits.searchExpressionsMax, '400 `InvalidInput`'],
  ['searchSorts', 'sort keys', limits.searchSortsMax, '400 `InvalidInput`'],
  ['searchValue', 'characters of a value of `exact` and `fullText`', limits.searchValueLengthMax, '400 `InvalidInput`'],
  [
    'searchPattern',
    'characters of a pattern of `prefix`, `wildcard` and `fuzzy`',
    limits.searchPatternLengthMax,
    '400 `InvalidInput`',
  ],
  ['searchWords', 'words of a value of `fullText`', limits.searchWordsMax, '400 `InvalidInput`'],
  ['searchTerms', 'terms of the index that a query comes to', limits.searchTermsMax, '400 `InvalidInput`'],
  ['searchFaults', 'errors about one search query', limits.searchFaultsMax, 'further ones are left out'],
];

const graphqlRows = (limits, setting) => [
  ['document', 'bytes of a document', limits.graphqlDocumentBytesMax, '400 `InvalidInput`'],
  ['tokens', 'tokens of a document', limits.graphqlTokensMax, '400 `SyntaxError`'],
  ['aliases', 'aliases of a document', limits.graphqlAliasesMax, '400 `InvalidInput`'],
  ['fields', 'fields of an operation, with its fragments written out', limits.graphqlFieldsMax, '400 `InvalidInput`'],
  ['depth', 'levels of an operation', setting('graphqlDepthMax'), '400 `InvalidInput`'],
  ['cost', 'cost of an operation', setting('graphqlCostMax'), '400 `InvalidInput`'],
  ['graphqlErrors', 'errors about one document', limits.graphqlErrorsMax, 'further ones are left out'],
  ['graphqlReferences', 'references that one request follows', limits.graphqlReferencesMax, '`InvalidInput`'],
  ['graphqlBytes', 'bytes of the resources that one request loads', limits.graphqlBytesMax, '`InvalidInput`'],
  ['graphqlCharacters', 'characters of a response', limits.graphqlCharactersMax, '`InvalidInput`'],
  ['graphqlValues', 'values in the lists of a response', limits.graphqlValuesMax, '`InvalidInput`'],
  [
    'graphqlTurnValues',
    'values in the lists of a part that is collected at once, at least of a resource',
    limits.graphqlTurnValuesMax,
    '`InvalidInput`',
  ],
];

const oauthRows = (limits, setting) => [
  ['scope', 'characters of a list of scopes', limits.scopeLengthMax, '400 `invalid_scope`'],
  [
    'clientScopeLists',
    'lists of scopes of the valid tokens of an API client',
    limits.clientScopeListsMax,
    '400 `invalid_scope`',
  ],
  [
    'tokenRequests',
    'tokens that an API client may request per second',
    setting('tokenRequestsPerSecond'),
    '429 `too_many_requests`',
  ],
  ['apiClients', 'API clients of a project', setting('apiClientsMax'), '400 `MaxResourceLimitExceeded`'],
  [
    'accessTokens',
    'valid access tokens of an API client',
    setting('accessTokensMax'),
    'those that expire first are deleted',
  ],
  ['refreshTokens', 'refresh tokens of a project', setting('refreshTokensMax'), 'the least recently used are deleted'],
  [
    'clientRefreshTokens',
    'refresh tokens of an API client',
    setting('clientRefreshTokensMax'),
    'the least recently used are deleted',
  ],
  [
    'extensionTime',
    'milliseconds of an API extension',
    limits.extensionMsMax,
    '400 `InvalidField` for a longer `timeoutInMs`',
  ],
  [
    'extensionAnswer',
    'bytes of the answer of an API extension',
    limits.extensionAnswerBytesMax,
    '502 `ExtensionBadResponse`',
  ],
];

/** Returns all sections: `[{ title, rows: [{ name, what, limit, beyond, variable? }] }]`. */
export const limitSections = (limits, predicate, settings) => {
  const setting = name => ({ limit: settings[name].defaultValue, variable: settings[name].variable });
  const section = (title, rows) => ({
    title,
    rows: rows.map(([name, what, given, beyond]) => ({
      name,
      what,
      beyond,
      ...(typeof given === 'object' ? given : { limit: given }),
    })),
  });
  return [
    section('Requests and responses', requestRows(limits, setting)),
    section('Drafts and updates', updateRows(limits)),
    section('Queries', queryRows(limits, predicate, setting)),
    section('Order search', searchRows(limits)),
    section('GraphQL', graphqlRows(limits, setting)),
    section('OAuth and API extensions', oauthRows(limits, setting)),
  ];
};

/** The unit of a limit, by the keyword of the schema. */
const kinds = { maxItems: 'elements', maxLength: 'characters' };

/** The limits that nearly all lists, texts, keys and ids have; the page lists them once. */
export const commonLimits = [
  { what: 'elements of a list', limit: 1_000 },
  { what: 'characters of a text', limit: 65_536 },
  { what: 'characters of a key, at least 2', limit: 256 },
  { what: 'characters of an id or of a key in a reference', limit: 256 },
  { what: 'characters of a language tag', limit: 64 },
];
const common = new Set(commonLimits.map(({ limit }) => limit));

const walk = (schema, path, visit) => {
  visit(schema, path);
  for (const [name, member] of Object.entries(schema.properties ?? {})) walk(member, [...path, name], visit);
  if (schema.items !== undefined) walk(schema.items, [...path, '[]'], visit);
  for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) walk(part, path, visit);
};

const pathText = path => path.join('.').replaceAll('.[]', '[]');

/** The reasons for the limits of members, by the names of the members. */
const protectedBy = {
  'the length of index keys': 'sku skus email sortOrder',
  'the work of pricing a cart':
    'predicate cartPredicate triggerPattern targetPattern money subRates tiers shippingRates zoneRates discounts ' +
    'discountCodes cartDiscounts lineItems customLineItems customerGroupAssignments',
  'the size of the resource':
    'addresses shippingAddresses billingAddresses groups textLineItems lineItemOrder textLineItemOrder',
  'the work of each change': 'triggers actions customFieldIndexes expansionPaths',
  'the size of each token': 'scope',
  'the form of the value': 'coordinates',
  'the length of requests to others':
    'url headerValue key authorizationHeader checkoutUrlTemplate orderUrlTemplate termsOfServiceUrl privacyPolicyUrl ' +
    'refundPolicyUrl shippingPolicyUrl cookiePolicyUrl imprintUrl faqUrl contactUrl',
};
const reasons = new Map(
  Object.entries(protectedBy).flatMap(([reason, names]) => names.split(' ').map(name => [name, reason])),
);

/** Returns what a limit protects. A limit that protects nothing would be needlessly stricter than the documentation. */
const reasonOf = name => {
  const reason = reasons.get(name.replaceAll('[]', '').split('.').at(-1));
  if (reason === undefined) throw new Error(`scripts/docs/limits.mjs does not say what the limit of ${name} protects.`);
  return reason;
};

/** Returns the members with another limit: `[{ at, action?, path, kind, keyword, limit, reason }]`. */
export const memberLimits = definitions =>
  definitions
    .filter(({ routes }) => routes !== 'none')
    .flatMap(definition => {
      const found = [];
      const visitor = action => (schema, path) => {
        for (const [keyword, kind] of Object.entries(kinds))
          if (schema[keyword] !== undefined && !common.has(schema[keyword]))
            found.push({
              typeId: definition.typeId,
              at: definition.path,
              action,
              path,
              keyword,
              kind,
              limit: schema[keyword],
            });
      };
      if (definition.draft !== undefined) walk(definition.draft.schema, [], visitor());
      for (const [name, { schema }] of Object.entries(definition.actions ?? {})) walk(schema, [], visitor(name));
      return found;
    })
    .map(row => ({ ...row, name: pathText(row.path) }))
    .map(row => ({ ...row, reason: reasonOf(row.name) }));
