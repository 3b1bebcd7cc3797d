/** Every fixed limit: by the specification (LIM001 to LIM022) or by what Redis and the sockets bear; not settable. Units stand last in names. */
export const limits = {
  resourceBytesMax: 16 * 1024 * 1024,
  /** Forms come before anybody has proven who he is. */
  formBytesMax: 64 * 1024,
  /** Bodies of all calls that wait for the workers. */
  poolBytesMax: 256 * 1024 * 1024,
  /** What a read by the front asks Redis for at first, and how much those that are longer bring together. */
  readStartBytes: 64 * 1024,
  largeReadsBytesMax: 256 * 1024 * 1024,
  actionsMax: 500,
  queryLimitDefault: 20,
  queryLimitMax: 500,
  queryOffsetMax: 10_000,
  queryTotalMax: 10_000,
  /** A page of the largest resources would not fit into memory. */
  pageBytesMax: 128 * 1024 * 1024,
  /** Resources that retention deletes in one commit: a millisecond or two of Redis. */
  retentionStepMax: 50,
  /** Documents that a search index replaced before it is worth a build. */
  searchReplacedMin: 10_000,
  /** LIM014, and LIM013: 200 days after its last use. A client may set others, up to 400 days. */
  accessTokenSeconds: 172_800,
  refreshTokenSeconds: 200 * 86_400,
  tokenSecondsMax: 400 * 86_400,
  /** LIM016, LIM017 */
  introspectionMs: 500,
  introspectionSecondsMax: 3_600,
  /** Of one GraphQL document, and how many of them a worker keeps compiled. */
  graphqlDocumentBytesMax: 64 * 1024,
  graphqlTokensMax: 8_000,
  graphqlFieldsMax: 5_000,
  graphqlAliasesMax: 100,
  /** Members and elements of the variables of one GraphQL request, all told. */
  graphqlVariableValuesMax: 10_000,
  /** Errors that a document or its variables are refused with. */
  graphqlErrorsMax: 20,
  /** Orders that one search of the index finds at most. */
  searchFoundMax: 1_000_000,
  graphqlDocumentsMax: 500,
  /** Resources that one GraphQL request loads, and characters that it answers. */
  graphqlBytesMax: 64 * 1024 * 1024,
  /** LIM009, LIM010 */
  searchLimitDefault: 10,
  searchLimitMax: 100,
  searchOffsetMax: 10_000,
  /** Compounds around one another, and single expressions, of one search query. */
  searchDepthMax: 50,
  searchExpressionsMax: 500,
  searchSortsMax: 10,
  /** Characters of a value that is compared whole or by its words, and of one that others begin with or look like. */
  searchValueLengthMax: 65_536,
  searchPatternLengthMax: 1_000,
  /** Words of one full text, and terms that the index is asked for by one query: each counts for every field and language that it may stand in. */
  searchWordsMax: 100,
  searchTermsMax: 20_000,
  /** More faults of one query help nobody. */
  searchFaultsMax: 20,
  /** How long an API extension has where it does not say, and at most. */
  extensionMs: 2_000,
  extensionMsMax: 10_000,
  extensionsMax: 25,
  extensionAnswerBytesMax: 1024 * 1024,
  correlationIdLengthMin: 8,
  correlationIdLengthMax: 256,
} as const;
