/**
 * Every Redis key is spelled here. All keys of a project bear the hash tag `{projectKey}`, so that one commit
 * touches one slot and its search index lies beside its data.
 *
 *   {demo}:order:b:<id>                   body: the UTF-8 JSON that a GET answers with
 *   {demo}:order:u:orderNumber:<value>    unique field to id
 *   {demo}:order:ids                      all ids, in lexical order (every score is 0)
 *   {demo}:order:t:createdAt              all ids by time, and t:lastModifiedAt
 *   {demo}:order:x:customerId:<value>     ids with that value by createdAt
 *   {demo}:refs                           hash: `<typeId>/<id>` to how many resources refer to it
 *   {demo}:seq                            number of commits so far
 *   {demo}:commits:<minute>               hash: commit ids of that minute, kept for three
 *   {demo}:token:<hash>                   access token record
 */
const tag = (projectKey: string): string => `{${projectKey}}`;

export const keys = {
  body: (projectKey: string, typeId: string, id: string) => `${tag(projectKey)}:${typeId}:b:${id}`,
  unique: (projectKey: string, typeId: string, field: string, value: string) => `${tag(projectKey)}:${typeId}:u:${field}:${value}`,
  ids: (projectKey: string, typeId: string) => `${tag(projectKey)}:${typeId}:ids`,
  time: (projectKey: string, typeId: string, field: string) => `${tag(projectKey)}:${typeId}:t:${field}`,
  index: (projectKey: string, typeId: string, path: string, value: string) => `${tag(projectKey)}:${typeId}:x:${path}:${value}`,
  references: (projectKey: string) => `${tag(projectKey)}:refs`,
  sequence: (projectKey: string) => `${tag(projectKey)}:seq`,
  commits: (projectKey: string, minute: number) => `${tag(projectKey)}:commits:${minute}`,
  token: (projectKey: string, hash: string) => `${tag(projectKey)}:token:${hash}`,
  projectLock: (projectKey: string) => `quayside:lock:${tag(projectKey)}`,
  projects: 'quayside:projects',
} as const;

/** Pub/sub channels; a message is the hash of a revoked token, or the key of a changed project. */
export const channels = { revoked: 'quayside:revoked', project: 'quayside:project' } as const;

/** What a project key may look like; braces would break the hash tag. */
export const projectKeyPattern = /^[a-z0-9][a-z0-9_-]{1,35}$/;
