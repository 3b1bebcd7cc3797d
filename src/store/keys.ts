/**
 * Every Redis key is spelled here. All keys of a project bear the hash tag `{projectKey}`, so that one commit
 * touches one slot and its search index lies beside its data.
 *
 *   {demo}:order:b:<id>                   body: the UTF-8 JSON that a GET answers with
 *   {demo}:project:h:<id>                 what is hidden beside a body, sealed (store/sealer.ts); of customers the password's hash
 *   {demo}:order:u:orderNumber:<value>    unique field to id; `customer:u:email:<store>:<email>`, the store being empty for global ones
 *   {demo}:order:ids                      all ids, in lexical order (every score is 0)
 *   {demo}:order:t:createdAt              all ids by time, and t:lastModifiedAt; t:endsAt those that end, where each has an end of its own
 *   {demo}:order:x:customerId:<value>     ids with that value by createdAt
 *   {demo}:holder:payment/<id>            id of the one resource that may refer to it
 *   {demo}:refs                           hash: `<typeId>/<id>` to how many resources refer to it
 *   {demo}:counts                         hash: how often something was used that may be used so many times
 *   {demo}:order:marks                    ids that search has yet to look at by the time they changed, from the first such change on
 *   {demo}:order:search                   hash: the state of search; absent where the project has none: `current` and `building` number its indexes
 *   {demo}:order:search:<n>               the name of an index, of RediSearch's own
 *   {demo}:order:s:<n>:<id>               hash: a document of it, `v` the version of the resource, `d` what hits are checked by, and what the module needs
 *   {demo}:seq                            number of commits so far
 *   {demo}:guard                          never there: with a key that is missing, no script runs on a slot that is being moved
 *   {demo}:commits:<minute>               hash: commit ids of that minute, kept for three
 *   {demo}:token:<hash>                   access token record
 *   {demo}:refresh:records                hash: refresh token hash to record
 *   {demo}:refresh:used                   refresh token hashes by last use, of those that live as long as by default
 *   {demo}:refresh:own                    the same of those with another lifetime, and refresh:expiry, the same by expiry
 *   {demo}:ended:client:<id>              when the tokens of a client, customer or refresh token were ended
 *   {demo}:anonymous                      hash: anonymous id to the refresh token hash of its session
 *   {demo}:rate:client:<id>               when the token requests of a client, or wrong passwords of a login, are over at an even pace
 *   {demo}:order:search:drops             numbers of search indexes that may go, by the time from which on
 *   {demo}:order:search:lease             who drains the marks
 *   {demo}:order:search:job:<id>          hash: how far an indexing job is, kept for thirty days
 *
 * Beside them, of no project: quayside:searched, the keys of projects that may have something of order search; quayside:search:numbers, the last number given to an index of each; quayside:projects, the keys of all; quayside:endings, a stream of what has ended; quayside:clients:ending, `<project>/<client id>` by the
 * time at which the client is to be deleted; {quayside:jobs}:*, the queues of src/jobs, and {quayside:jobs}:names, how they are called; and the records of the registry.
 */
const tag = (projectKey: string): string => `{${projectKey}}`;

export const keys = {
  /** What all keys of a project begin with. */
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
  dirtyMarks: (projectKey: string, typeId: string) => `${tag(projectKey)}:${typeId}:marks`,
  searchState: (projectKey: string, typeId: string) => `${tag(projectKey)}:${typeId}:search`,
  searchIndex: (projectKey: string, typeId: string, number: number) => `${tag(projectKey)}:${typeId}:search:${number}`,
  searchDocuments: (projectKey: string, typeId: string, number: number) => `${tag(projectKey)}:${typeId}:s:${number}:`,
  searchDocument: (projectKey: string, typeId: string, number: number, id: string) =>
    `${keys.searchDocuments(projectKey, typeId, number)}${id}`,
  guard: (projectKey: string) => `${tag(projectKey)}:guard`,
  sequence: (projectKey: string) => `${tag(projectKey)}:seq`,
  commits: (projectKey: string, minute: number) => `${tag(projectKey)}:commits:${minute}`,
  token: (projectKey: string, hash: string) => `${tag(projectKey)}:token:${hash}`,
  refreshRecords: (projectKey: string) => `${tag(projectKey)}:refresh:records`,
  refreshUsed: (projectKey: string) => `${tag(projectKey)}:refresh:used`,
  refreshCustomLifetime: (projectKey: string) => `${tag(projectKey)}:refresh:own`,
  refreshExpiry: (projectKey: string) => `${tag(projectKey)}:refresh:expiry`,
  tokensRevokedAt: (projectKey: string, subject: string) => `${tag(projectKey)}:ended:${subject}`,
  anonymous: (projectKey: string) => `${tag(projectKey)}:anonymous`,
  rate: (projectKey: string, subject: string) => `${tag(projectKey)}:rate:${subject}`,
  projectLock: (projectKey: string) => `quayside:lock:${tag(projectKey)}`,
  obsoleteSearchIndexes: (projectKey: string, typeId: string) => `${tag(projectKey)}:${typeId}:search:drops`,
  searchLease: (projectKey: string, typeId: string) => `${tag(projectKey)}:${typeId}:search:lease`,
  searchJob: (projectKey: string, typeId: string, jobId: string) => `${tag(projectKey)}:${typeId}:search:job:${jobId}`,
  projectsWithSearch: 'quayside:searched',
  searchNumbers: 'quayside:search:numbers',
  projects: 'quayside:projects',
  revocations: 'quayside:endings',
  expiringClients: 'quayside:clients:ending',
  /** Tagged: what a queue does concerns several of its keys at once. */
  jobs: '{quayside:jobs}',
  jobNames: '{quayside:jobs}:names',
} as const;

/** What a project key may look like; braces would break the hash tag. */
export const projectKeyPattern = /^[a-z0-9][a-z0-9_-]{1,35}$/;
