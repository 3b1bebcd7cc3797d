/** Calls GraphQL endpoints, and stores resources directly. */
import { randomUUID } from 'node:crypto';
import { Document } from '../../src/engine/document/Document.js';
import { indexDelta, uniqueDelta } from '../../src/engine/commit/indexDeltas.js';
import type { HttpResponse } from './http.js';
import { type Quayside, startQuayside } from './quayside.js';
import { createProjectApi } from './resourceApi.js';
import type { ClientCredentials } from '../../src/projects/createProject.js';

export interface WireGraphqlError {
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string; readonly [field: string]: unknown };
}

/** The data of a response; its shape depends on the test's document. */
// eslint-disable-next-line
type Json = any;

export interface GraphqlAnswer {
  readonly status: number;
  readonly data: Json;
  readonly errors?: readonly WireGraphqlError[];
}

export type GraphqlClient = (query: string, variables?: object, operationName?: string) => Promise<GraphqlAnswer>;

const answerOf = ({ status, json }: HttpResponse): GraphqlAnswer => ({
  status,
  ...(json as Omit<GraphqlAnswer, 'status'>),
});

/** Returns a client that sends documents with one token; `at` is the path of the endpoint below the project. */
export const createGraphqlClient =
  (quayside: Quayside, { projectKey }: ClientCredentials, token: string, at = 'graphql'): GraphqlClient =>
  async (query, variables, operationName) =>
    answerOf(
      await quayside.http.as(token).send('POST', `/${projectKey}/${at}`, { body: { query, variables, operationName } }),
    );

/** Starts a project, and offers GraphQL beside the calls over plain HTTP. */
export const startGraphql = async (settings: Readonly<Record<string, string>> = {}) => {
  const quayside = await startQuayside(settings);
  const credentials = await quayside.project();
  const token = await quayside.token(credentials);
  const ask = createGraphqlClient(quayside, credentials, token);
  return {
    ...(await createProjectApi(quayside, credentials)),
    token,
    ask,
    /** Returns the data of a document that must run without errors. */
    data: async (query: string, variables?: object): Promise<Json> => {
      const answer = await ask(query, variables);
      if (answer.status !== 200 || answer.errors !== undefined)
        throw new Error(`not answered: ${JSON.stringify(answer)}`);
      return answer.data!;
    },
  };
};

/** Stores resources directly, without the rules of their resource type. */
export const storeMany = async (
  { services }: Quayside,
  projectKey: string,
  typeId: string,
  members: readonly Record<string, unknown>[],
): Promise<string[]> => {
  const nowMs = Date.now();
  const now = new Date(nowMs).toISOString();
  const resourceType = services.engine.resourceTypes.get(typeId)!;
  const writes = members.map(each => {
    const id = randomUUID();
    const body = Buffer.from(JSON.stringify({ id, version: 1, createdAt: now, lastModifiedAt: now, ...each }));
    const resource = resourceType.view(Document.open(body));
    return {
      typeId,
      id,
      body,
      createdAtMs: nowMs,
      lastModifiedAtMs: nowMs,
      unique: uniqueDelta(resourceType, undefined, resource),
      indexes: indexDelta(resourceType, undefined, resource),
    };
  });
  for (let at = 0; at < writes.length; at += 50)
    await services.store.commit({
      commitId: randomUUID(),
      lastTimeMs: nowMs,
      projectKey,
      writes: writes.slice(at, at + 50),
      references: new Map(),
    });
  return writes.map(({ id }) => id);
};
