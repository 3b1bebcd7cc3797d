/**
 * Spells every key in Redis. All keys of a project bear the hash tag `{projectKey}`, so that a commit touches one slot.
 * Search indexes follow the commits and have hash tags of their own: on a cluster a search loads another master.
 *
 *   {demo}:order:b:<id>                   body: the UTF-8 JSON that a GET answers, or its compressed form
 *   {demo}:project:h:<id>                 sealed values beside a body (store/Sealer.ts); of a customer the hash of the
 *                                         password
 *   {demo}:order:u:orderNumber:<value>    unique field to id; `customer:u:email:<store>:<email>`, with an empty store
 *                                         for global customers
 *   {demo}:order:ids                      all ids in lexical order (every score is 0)
 *   {demo}:order:t:createdAt              all ids by time, except of types with time-ordered ids; t:lastModifiedAt
 *                                         too, and t:endsAt for resources with an unusual expiry of their own
 *   {demo}:order:x:customerId:<value>     ids with that value, by createdAt
 *   {demo}:order:x:custom.fields.code:<n> ids of a hashed index (engine/define/compileIndexes.ts), by createdAt
 *   {demo}:fields                         hash: `order:custom.fields.code` to the state of its index (FieldIndexes.ts)
 *   {demo}:fields:removed                 names of removed indexes whose lists are still to be deleted
 *   {demo}:fields:progress                hash: how far an index is built
 *   {demo}:holder:payment/<id>            id of the only resource that may refer to the target
 *   {demo}:refs                           hash: target (`<typeId>/<id>`) to the number of resources that refer to it
 *   {demo}:counts                         hash: how often something with a limited number of uses was used
 *   {demo}:numbers                        hash: a series of order numbers, `P-2026-{number}`, to the last number that
 *                                         the console took of it
 *   {demo}:totals:orders:2026-11-27       hash: sums over the resources of a day (totals.ts), kept for 92 days
 *   {demo}:order:history:<id>             list: what deleted messages about the resource said, the oldest first
 *                                         (history.ts), kept for HISTORY_DAYS
 *   {demo}:stamp:stock:<sku>              id of the last commit that changed what the name stands for, kept for an hour
 *                                         (ResourceWrite.stamps); `shared:<typeId>` stands for all resources of a type
 *   {demo}:order:marks                    dirty marks: ids to index, by the time of the first change not yet indexed;
 *                                         `~<stamp>` stands for the resources that show what the stamp stands for
 *   {demo}:order:search                   hash: the search state (lua/include/searchState.lua); missing where search is
 *                                         off
 *   {demo}:order:search:drops             numbers of obsolete indexes, by the time from which they may be dropped
 *   {demo}:order:search:lease             the process that indexes the marks
 *   {demo}:order:search:job:<id>          hash: progress of an indexing job, kept for thirty days
 *   {demo/search-order}:index:<n>         name of an index of RediSearch
 *   {demo/search-order}:s:<n>:<id>        hash: a document of the index, with `v`, the version of the resource, `d`,
 *                                         the content that hits are checked by, and the fields that RediSearch reads
 *   {demo/search-order}:gone:<n>:<hash>   exists for an hour after a document was removed, so that none that was made
 *                                         before comes back
 *   {demo/search-product}:changes:<n>     stream: what was written into an index, with the contents before and after;
 *                                         exists while searches follow the index
 *   {demo/search-order}:guard             as {demo}:guard
 *   {demo}:seq                            rises with each commit, and has the time of the last one (CommitClock.ts)
 *   {demo}:guard                          never exists: with a missing key Redis refuses scripts while the slot is
 *                                         being migrated
 *   {demo}:commits:<minute>               hash: ids of calls with commits of that minute, kept for three minutes
 *   {demo}:token:<hash>                   record of an access token
 *   {demo}:access:<client>                hashes of the access tokens of a client, by expiry
 *   {demo}:scope:<client>:<hash>          a list of scopes that tokens of a client have
 *   {demo}:scopes:<client>                hashes of these lists, by expiry
 *   {demo}:refresh:records                hash: hash of a refresh token to its record
 *   {demo}:refresh:used                   hashes of refresh tokens with the default lifetime, by last use
 *   {demo}:refresh:own                    hashes of refresh tokens with another lifetime, by last use; refresh:expiry
 *                                         has them by expiry
 *   {demo}:refresh:client:<client>        hashes of the refresh tokens of a client, by expiry; only where a client has
 *                                         a limit of its own
 *   {demo}:ended:client:<id>              when the tokens of a client, customer or refresh token were revoked
 *   {demo}:anonymous                      hash: anonymous id to the hash of its session's refresh token
 *   {demo}:rate:client:<id>               rate limit of token requests, or of wrong passwords for a login
 *                                         (lua/tokens/applyRateLimit.lua)
 *
 * Keys of the administration console, with the key `-` instead of a project's (serverKey):
 *
 *   {-}:account:b:<id>                    an account, with the keys that a resource of a project has
 *   {-}:session:<hash>                    hash: a session of a browser, by the hash of its token
 *   {-}:sessions:<account or client>      hashes of the sessions of an account or API client, by expiry
 *   {-}:audit                             stream of what accounts did with accounts and projects
 *   {-}:audit:signins                     stream of sign-ins; {-}:audit:failed has failed ones
 *   {-}:audit:project:<key>               stream of what accounts changed in a project; {-}:audit:projects has the keys
 *   {-}:audit:resources:<key>             index of that stream: `<id of a resource> <id of an entry>`
 *   {-}:setup                             hashes of the codes that create the first account, by time
 *
 * Keys of no project:
 *
 *   quayside:projects                     keys of all projects
 *   quayside:searched                     projects that may have indexes or a search state: their keys for orders,
 *                                         <key>/<type> for other types
 *   quayside:fields                       keys of projects that may have indexes of custom fields, by registration
 *   quayside:search:numbers               hash: the last index number of each project
 *   quayside:endings                      stream of token revocations
 *   quayside:endings:{4gg}                the same, half of all slots away: only on a cluster
 *   quayside:clients:ending               `<project>/<client id>` by the time at which the client expires
 *   quayside:commits:<minute>             as {demo}:commits:<minute>, for calls with commits of several projects; not
 *                                         on a cluster
 *   quayside:format                       number of the format of all data (storedFormat.ts)
 *   {quayside:format}:layout              hash: resource type to a digest of its lists and indexes (storedFormat.ts)
 *   quayside:migration                    hash: how far quayside migrate is; quayside:migration:lock is held by its run
 *   quayside:durability                   hash: the setting DURABILITY of the servers (storedFormat.ts)
 *   {quayside:jobs}:*                     the queues of src/jobs; {quayside:jobs}:names lists them
 *   {<tag of a key>}:confirmed            exists only during a script, to wait for the replicas of any slot
 */
import { createHash } from 'node:crypto';

const tag = (projectKey: string): string => `{${projectKey}}`;
const searchTag = (projectKey: string, typeId: string): string => `{${projectKey}/search-${typeId}}`;

/** The part of a key that decides on its slot. */
const slotPart = (key: string): string => /\{([^}]+)\}/.exec(key)?.[1] ?? key;

export const keys = {
  /** Marks all keys of a project, of which a few have no common prefix. */
  hashTag: tag,
  /** Matches the keys with any hash tag of a project, in the patterns of Redis; also others whose tag starts so. */
  pattern: (projectKey: string) => `*{${projectKey}[/}]*`,
  prefix: (projectKey: string) => `${tag(projectKey)}:`,
  body: (projectKey: string, typeId: string, id: string) => `${tag(projectKey)}:${typeId}:b:${id}`,
  holder: (projectKey: string, target: string) => `${tag(projectKey)}:holder:${target}`,
  hidden: (projectKey: string, typeId: string, id: string) => `${tag(projectKey)}:${typeId}:h:${id}`,
  unique: (projectKey: string, typeId: string, field: string, value: string) =>
    `${tag(projectKey)}:${typeId}:u:${field}:${value}`,
  ids: (projectKey: string, typeId: string) => `${tag(projectKey)}:${typeId}:ids`,
  time: (projectKey: string, typeId: string, field: string) => `${tag(projectKey)}:${typeId}:t:${field}`,
  index: (projectKey: string, typeId: string, path: string, value: string) =>
    `${tag(projectKey)}:${typeId}:x:${path}:${value}`,
  references: (projectKey: string) => `${tag(projectKey)}:refs`,
  usageCounts: (projectKey: string) => `${tag(projectKey)}:counts`,
  orderNumbers: (projectKey: string) => `${tag(projectKey)}:numbers`,
  totals: (projectKey: string, name: string, day: string) => `${tag(projectKey)}:totals:${name}:${day}`,
  history: (projectKey: string, typeId: string, id: string) => `${tag(projectKey)}:${typeId}:history:${id}`,
  stamp: (projectKey: string, name: string) => `${tag(projectKey)}:stamp:${name}`,
  dirtyMarks: (projectKey: string, typeId: string) => `${tag(projectKey)}:${typeId}:marks`,
  searchState: (projectKey: string, typeId: string) => `${tag(projectKey)}:${typeId}:search`,
  searchIndex: (projectKey: string, typeId: string, number: number) =>
    `${searchTag(projectKey, typeId)}:index:${number}`,
  /** The common part of documents and indexes. */
  searchKeys: (projectKey: string, typeId: string) => `${searchTag(projectKey, typeId)}:`,
  searchDocuments: (projectKey: string, typeId: string, number: number) =>
    `${searchTag(projectKey, typeId)}:s:${number}:`,
  searchDocument: (projectKey: string, typeId: string, number: number, id: string) =>
    `${keys.searchDocuments(projectKey, typeId, number)}${id}`,
  /** The key has no id, since nothing of an erased resource may be left. */
  removedDocument: (projectKey: string, typeId: string, number: number, id: string) =>
    `${searchTag(projectKey, typeId)}:gone:${number}:${createHash('sha1').update(id).digest('base64url')}`,
  searchGuard: (projectKey: string, typeId: string) => `${searchTag(projectKey, typeId)}:guard`,
  fieldIndexes: (projectKey: string) => `${tag(projectKey)}:fields`,
  fieldIndexRemovals: (projectKey: string) => `${tag(projectKey)}:fields:removed`,
  fieldIndexProgress: (projectKey: string) => `${tag(projectKey)}:fields:progress`,
  guard: (projectKey: string) => `${tag(projectKey)}:guard`,
  sequence: (projectKey: string) => `${tag(projectKey)}:seq`,
  commits: (projectKey: string, minute: number) => `${tag(projectKey)}:commits:${minute}`,
  sharedCommits: (minute: number) => `quayside:commits:${minute}`,
  token: (projectKey: string, hash: string) => `${tag(projectKey)}:token:${hash}`,
  clientTokens: (projectKey: string, clientId: string) => `${tag(projectKey)}:access:${clientId}`,
  scopeList: (projectKey: string, clientId: string, hash: string) => `${tag(projectKey)}:scope:${clientId}:${hash}`,
  clientScopes: (projectKey: string, clientId: string) => `${tag(projectKey)}:scopes:${clientId}`,
  refreshRecords: (projectKey: string) => `${tag(projectKey)}:refresh:records`,
  refreshUsed: (projectKey: string) => `${tag(projectKey)}:refresh:used`,
  refreshCustomLifetime: (projectKey: string) => `${tag(projectKey)}:refresh:own`,
  refreshExpiry: (projectKey: string) => `${tag(projectKey)}:refresh:expiry`,
  clientRefreshTokens: (projectKey: string, clientId: string) => `${tag(projectKey)}:refresh:client:${clientId}`,
  tokensRevokedAt: (projectKey: string, subject: string) => `${tag(projectKey)}:ended:${subject}`,
  anonymous: (projectKey: string) => `${tag(projectKey)}:anonymous`,
  rate: (projectKey: string, subject: string) => `${tag(projectKey)}:rate:${subject}`,
  projectLock: (projectKey: string) => `quayside:lock:${tag(projectKey)}`,
  obsoleteSearchIndexes: (projectKey: string, typeId: string) => `${tag(projectKey)}:${typeId}:search:drops`,
  indexChanges: (projectKey: string, typeId: string, number: number) =>
    `${searchTag(projectKey, typeId)}:changes:${number}`,
  searchLease: (projectKey: string, typeId: string) => `${tag(projectKey)}:${typeId}:search:lease`,
  searchJob: (projectKey: string, typeId: string, jobId: string) => `${tag(projectKey)}:${typeId}:search:job:${jobId}`,
  projectsWithSearch: 'quayside:searched',
  projectsWithFieldIndexes: 'quayside:fields',
  searchNumbers: 'quayside:search:numbers',
  projects: 'quayside:projects',
  revocations: 'quayside:endings',
  distantRevocations: 'quayside:endings:{4gg}',
  expiringClients: 'quayside:clients:ending',
  format: 'quayside:format',
  /** This key is in the slot of `format`. */
  formatLayout: '{quayside:format}:layout',
  durability: 'quayside:durability',
  /** A key in the slot of another one (lua/commit/confirmWrites.lua). */
  confirmation: (key: string) => `${tag(slotPart(key))}:confirmed`,
  migration: 'quayside:migration',
  migrationLock: 'quayside:migration:lock',
  /** This key never exists (base/redis/probeWrites.ts). */
  writeProbe: (number: number) => `quayside:writes:${number}`,
  /** Bears a hash tag, since a command of a queue touches several of its keys. */
  jobs: '{quayside:jobs}',
  jobNames: '{quayside:jobs}:names',
} as const;

/** Stands for the server where a key has a project: no project has it, since a key has two characters or more. */
export const serverKey = '-';

/** Keys of the administration console, beside those that its accounts have as resources. */
export const serverKeys = {
  session: (hash: string) => `${tag(serverKey)}:session:${hash}`,
  sessions: (subject: string) => `${tag(serverKey)}:sessions:${subject}`,
  audit: `${tag(serverKey)}:audit`,
  signIns: `${tag(serverKey)}:audit:signins`,
  failedSignIns: `${tag(serverKey)}:audit:failed`,
  projectAudit: (projectKey: string) => `${tag(serverKey)}:audit:project:${projectKey}`,
  projectAuditIndex: (projectKey: string) => `${tag(serverKey)}:audit:resources:${projectKey}`,
  auditedProjects: `${tag(serverKey)}:audit:projects`,
  setupCodes: `${tag(serverKey)}:setup`,
} as const;

/** The form of a project key; braces would break the hash tag. */
export const projectKeyPattern = /^[a-z0-9][a-z0-9_-]{1,35}$/;

/** A member of `projectsWithSearch`; that of orders has no type, since they were searched first. */
export const searchedProject = (projectKey: string, typeId: string): string =>
  typeId === 'order' ? projectKey : `${projectKey}/${typeId}`;

const stampPrefix = '~';

/**
 * A stamp mark: a dirty mark for all resources that show what a stamp stands for, however many these are. Ids of
 * resources have no such start.
 */
export const stampMark = (stamp: string): string => `${stampPrefix}${stamp}`;

/** A stamp mark that an indexer has taken: it marks the resources. A commit in the meantime makes a new stamp mark. */
export const takenStampMark = (stamp: string): string => `${stampPrefix}${stampPrefix}${stamp}`;

/** The stamp of a stamp mark, taken or not; undefined for the mark of a resource. */
export const stampOfMark = (mark: string): string | undefined =>
  mark.startsWith(stampPrefix) ? mark.slice(mark.startsWith(stampPrefix, 1) ? 2 : 1) : undefined;

export const isTakenStampMark = (mark: string): boolean => mark.startsWith(stampPrefix + stampPrefix);
