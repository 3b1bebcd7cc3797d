/** Operations on resources of any type, and those that a type has in their place. */
import { createApiClient, removeApiClient } from '../../auth/oauth/apiClients.js';
import { required } from '../../base/errors/ApiError.js';
import { removeProductSelection } from '../../commerce/resources/productSelection/assignments.js';
import { createOrReplaceResource } from '../../engine/commit/createOrReplace.js';
import { createResource, updateResource } from '../../engine/commit/pipeline.js';
import { removeResource } from '../../engine/commit/removeResource.js';
import { readJsonObject } from '../../engine/document/json.js';
import type { Engine } from '../../engine/Engine.js';
import { queryLatest } from '../../engine/query/queryLatest.js';
import { queryResources, readResource } from '../../engine/query/queryResources.js';
import type { ResourceRequest, Response } from '../../engine/ResourceRequest.js';
import { spacedWords } from '../../engine/schema/words.js';
import { updateWithJob } from '../../jobs/updateWithJob.js';
import { updateProject } from '../../projects/updateProject.js';
import { toResourceRequest } from '../callRequests.js';
import { apiClientWithSecretSchema } from '../schemas/resourceSchemas.js';
import { creation, definitionOf, query, reading, removal, replacement, update } from './descriptions.js';
import { describeVerbs, uncached, type VerbRow } from './Verb.js';

type RunRequest = NonNullable<VerbRow['runRequest']>;
type EngineFunction = (engine: Engine, request: ResourceRequest) => Promise<Response>;

/** Runs a function on resources of a type, for a call or a mutation of GraphQL. */
export const onResources = (runRequest: RunRequest): Pick<VerbRow, 'run' | 'runRequest'> => ({
  run: (services, call) => runRequest(services, toResourceRequest(services, call)),
  runRequest,
});

/** Runs a function of the engine, or one of the same shape. */
export const withEngine = (respond: EngineFunction): Pick<VerbRow, 'run' | 'runRequest'> =>
  onResources(({ engine }, request) => respond(engine, request));

/** Changes of an extension apply to the next request in this worker, and within a second in the others. */
const withExtensions = (respond: EngineFunction): Pick<VerbRow, 'run' | 'runRequest'> =>
  onResources(async ({ engine, extensions }, request) => {
    const response = await respond(engine, request);
    extensions.deleteCached(request.projectKey);
    return response;
  });

const respondWithNewClient: RunRequest = async (services, { projectKey, body, client, scopes }) => {
  const draft: unknown = readJsonObject(body);
  const granted = required(scopes, 'the scopes of the request');
  return {
    status: 201,
    body: JSON.stringify(await createApiClient(services, projectKey, draft, granted, client)),
    headers: uncached,
  };
};

export const resourceVerbs = describeVerbs({
  create: { kind: 'change', ...withEngine(createResource), ...creation },
  createOrReplace: { kind: 'change', ...withEngine(createOrReplaceResource), ...replacement },
  read: { kind: 'read', ...withEngine(readResource), isKept: true, ...reading },
  query: { kind: 'page', ...withEngine(queryResources), isKept: true, ...query },
  latest: {
    kind: 'read',
    ...withEngine(queryLatest),
    ...reading,
    summary: context => `Returns the most recently modified active ${spacedWords(definitionOf(context).typeId)}.`,
  },
  update: { kind: 'change', hasActions: true, ...withEngine(updateResource), ...update },
  remove: { kind: 'change', ...withEngine(removeResource), ...removal },
  createApiClient: {
    kind: 'change',
    ...onResources(respondWithNewClient),
    ...creation,
    answer: context => apiClientWithSecretSchema(context.components, definitionOf(context)),
    parameters: undefined,
  },
  // Revokes tokens before its commit.
  removeApiClient: {
    kind: 'command',
    ...onResources(removeApiClient),
    ...removal,
  },
  createExtension: { kind: 'change', ...withExtensions(createResource), ...creation },
  updateExtension: { kind: 'change', hasActions: true, ...withExtensions(updateResource), ...update },
  removeExtension: { kind: 'change', ...withExtensions(removeResource), ...removal },
  removeProductSelection: { kind: 'change', ...withEngine(removeProductSelection), ...removal },
  updateProject: {
    kind: 'change',
    hasActions: true,
    ...onResources(updateProject),
    ...update,
  },
  updateWithJob: {
    kind: 'change',
    hasActions: true,
    ...onResources(updateWithJob),
    ...update,
  },
});
