/** Operations on resources of any type, and those that a type has in their place. */
import { createApiClient } from '../../auth/oauth/createApiClient.js';
import { removeApiClient } from '../../auth/oauth/removeApiClient.js';
import { grantedScopeNames } from '../../base/credentials/scopes.js';
import { removeProductSelection } from '../../commerce/resources/productSelection/removeProductSelection.js';
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
import { callClient, callScope, toResourceRequest } from '../callRequests.js';
import { apiClientWithSecretSchema } from '../schemas/resourceSchemas.js';
import { creation, definitionOf, query, reading, removal, replacement, update } from './descriptions.js';
import { type DescribedVerb, type RunVerb, uncached } from './Verb.js';

/** Runs a function of the engine, or one of the same shape. */
export const withEngine =
  (respond: (engine: Engine, request: ResourceRequest) => Promise<Response>): RunVerb =>
  (services, call) =>
    respond(services.engine, toResourceRequest(services, call));

/** Changes of an extension apply to the next request in this worker, and within a second in the others. */
const withExtensions =
  (respond: (engine: Engine, request: ResourceRequest) => Promise<Response>): RunVerb =>
  async (services, call) => {
    const response = await respond(services.engine, toResourceRequest(services, call));
    services.extensions.deleteCached(call.projectKey);
    return response;
  };

const runCreateApiClient: RunVerb = async (services, call) => {
  const draft: unknown = readJsonObject(call.body);
  const granted = grantedScopeNames(callScope(call), call.projectKey);
  return {
    status: 201,
    body: JSON.stringify(await createApiClient(services, call.projectKey, draft, granted, callClient(call))),
    headers: uncached,
  };
};

export const resourceVerbs = {
  create: { kind: 'change', run: withEngine(createResource), ...creation },
  createOrReplace: { kind: 'change', run: withEngine(createOrReplaceResource), ...replacement },
  read: { kind: 'read', run: withEngine(readResource), isKept: true, ...reading },
  query: { kind: 'page', run: withEngine(queryResources), isKept: true, ...query },
  latest: {
    kind: 'read',
    run: withEngine(queryLatest),
    ...reading,
    summary: context => `Returns the most recently modified active ${spacedWords(definitionOf(context).typeId)}.`,
  },
  update: { kind: 'change', hasActions: true, run: withEngine(updateResource), ...update },
  remove: { kind: 'change', run: withEngine(removeResource), ...removal },
  createApiClient: {
    kind: 'change',
    run: runCreateApiClient,
    ...creation,
    answer: context => apiClientWithSecretSchema(context.components, definitionOf(context)),
    parameters: undefined,
  },
  // Revokes tokens before its commit.
  removeApiClient: {
    kind: 'command',
    run: (services, call) => removeApiClient(services, toResourceRequest(services, call)),
    ...removal,
  },
  createExtension: { kind: 'change', run: withExtensions(createResource), ...creation },
  updateExtension: { kind: 'change', hasActions: true, run: withExtensions(updateResource), ...update },
  removeExtension: { kind: 'change', run: withExtensions(removeResource), ...removal },
  removeProductSelection: { kind: 'change', run: withEngine(removeProductSelection), ...removal },
  updateProject: {
    kind: 'change',
    hasActions: true,
    run: (services, call) => updateProject(services, toResourceRequest(services, call)),
    ...update,
  },
  updateWithJob: {
    kind: 'change',
    hasActions: true,
    run: (services, call) => updateWithJob(services, toResourceRequest(services, call)),
    ...update,
  },
} satisfies Record<string, DescribedVerb>;
