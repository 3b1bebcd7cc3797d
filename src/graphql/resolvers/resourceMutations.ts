/** Resolvers of the mutations that every resource type has, which use the functions of the REST paths. */
import { removeProductSelection } from '../../commerce/resources/productSelection/removeProductSelection.js';
import { fail, required } from '../../base/errors/ApiError.js';
import type { Convert, Input } from '../derive/inputMembers.js';
import { type Arguments, type GraphqlContext, readSingleArgument } from '../GraphqlContext.js';
import { createOrReplaceResource } from '../../engine/commit/createOrReplace.js';
import { createResource, updateResource } from '../../engine/commit/pipeline.js';
import { readJsonObject } from '../../engine/document/json.js';
import { removeResource } from '../../engine/commit/removeResource.js';
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import type { Engine } from '../../engine/Engine.js';
import type { ResourceRequest, Response } from '../../engine/ResourceRequest.js';
import { ownLocator } from '../../engine/visibility.js';
import { createApiClient } from '../../auth/oauth/createApiClient.js';
import { removeApiClient } from '../../auth/oauth/removeApiClient.js';
import { updateWithJob } from '../../jobs/updateWithJob.js';
import { updateProject } from '../../projects/updateProject.js';
import { removeCustomer, updateCustomer } from '../../commerce/resources/customer/commands/updateCustomer.js';
import type { Services } from '../../services/services.js';
import { locateInput } from '../locateInput.js';
import { assertPathScope, pathOf, type ResourcePath, toPathRequest } from '../ResourcePath.js';
import { parseResponseBody } from './resourceQueries.js';
import type { Resolver } from './Resolver.js';

const toRestAction = (input: Arguments, at: number, converts: ReadonlyMap<string, Convert>): object => {
  const given = Object.entries(input).filter(([, payload]) => payload !== undefined && payload !== null);
  if (given.length !== 1) {
    const got = given.length === 0 ? 'none' : given.map(([name]) => name).join(', ');
    throw fail('InvalidInput', { message: `actions[${at}] must have exactly one member, the action; got ${got}.` });
  }
  const [name, payload] = given[0] as [string, Arguments];
  return { action: name, ...((converts.get(name)?.(payload as never) as object | undefined) ?? payload) };
};

/**
 * Converts actions of GraphQL, `{ changeEmail: { email } }`, to those of REST: `{ action: 'changeEmail', email }`
 * (CUST053). `converts` has the conversions of payloads with another form.
 */
const toRestActions = (actions: readonly Arguments[], converts: ReadonlyMap<string, Convert>): object[] =>
  actions.map((input, at) => toRestAction(input, at, converts));

type Command = (
  services: Services,
  request: ResourceRequest,
) => Promise<Response & { readonly revokedTokenSubjects?: readonly string[] }>;

type EngineCommand = (engine: Engine, request: ResourceRequest) => Promise<Response>;

const engineCommand =
  (run: EngineCommand): Command =>
  ({ engine }, request) =>
    run(engine, request);

/** Applies changes of an extension at once in this worker; in the others, they apply within a second. */
const extensionCommand =
  (run: EngineCommand): Command =>
  async ({ engine, extensions }, request) => {
    const response = await run(engine, request);
    extensions.deleteCached(request.projectKey);
    return response;
  };

/** The functions of the verbs, including verbs that resource types declare instead of the engine's. */
const commands: Readonly<Record<string, Command>> = {
  create: engineCommand(createResource),
  createOrReplace: engineCommand(createOrReplaceResource),
  update: engineCommand(updateResource),
  remove: engineCommand(removeResource),
  createExtension: extensionCommand(createResource),
  updateExtension: extensionCommand(updateResource),
  removeExtension: extensionCommand(removeResource),
  removeProductSelection: engineCommand(removeProductSelection),
  createApiClient: async (services, { projectKey, body, client, scopes }) => {
    const draft: unknown = readJsonObject(body);
    const granted = required(scopes, 'the scopes of the request');
    return {
      status: 201,
      body: JSON.stringify(await createApiClient(services, projectKey, draft, granted, client)),
    };
  },
  removeApiClient,
  updateWithJob,
  updateProject,
  updateCustomer,
  removeCustomer,
};

export const isCommand = (verb: string): boolean => Object.hasOwn(commands, verb);

/** The command that a mutation of a resource type runs. */
export interface MutationTarget {
  readonly definition: ResourceDefinition;
  readonly verb: string;
  /** True if the mutation changes the client's own resources. */
  readonly own?: true;
}

const pathOfCall = ({ own }: MutationTarget, { storeKey }: Arguments, context: GraphqlContext): ResourcePath => ({
  ...pathOf(undefined, context),
  ...(typeof storeKey === 'string' && { storeKey }),
  ...(own === true && { own }),
});

const mutationResolver =
  (
    target: MutationTarget,
    scopes: readonly string[],
    toParts: (args: Arguments, context: GraphqlContext) => Partial<ResourceRequest>,
  ): Resolver =>
  async (_, args, context, info) => {
    const { definition, verb } = target;
    const path = pathOfCall(target, args, context);
    assertPathScope(context, definition, path, scopes);
    try {
      const request = toPathRequest(context, definition, path, toParts(args, context));
      const locator = request.locator ?? ownLocator(request);
      const { body, revokedTokenSubjects = [] } = await commands[verb]!(context.services, { ...request, locator });
      context.revokedTokenSubjects.push(...revokedTokenSubjects);
      return parseResponseBody(body);
    } catch (error) {
      throw locateInput(error, args, info);
    } finally {
      context.loaders.clear();
    }
  };

const writeScopes = ({ definition, own }: MutationTarget): readonly string[] =>
  own === true ? (definition.own?.scopes ?? []) : definition.scopes.write;

const toBody = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

const converted = ({ convert }: Input, value: unknown): unknown =>
  convert === undefined ? value : convert(value as never);

interface CreateOptions {
  readonly input: Input;
  /** The path segment of another way to create. */
  readonly creation?: string;
  readonly scopes?: readonly string[];
  /** True if the arguments are the members of the draft. */
  readonly isSpread?: boolean;
}

export const createResolver = (
  target: MutationTarget,
  { input, creation, scopes = writeScopes(target), isSpread = false }: CreateOptions,
): Resolver =>
  mutationResolver(target, scopes, args => ({
    creation,
    body: toBody(converted(input, isSpread ? args : args.draft)),
  }));

/** Reads the locator from the arguments; the project and the customer of the token need none. */
const locatorIn = (
  { definition }: MutationTarget,
  name: string,
  fields: readonly string[],
  args: Arguments,
  { projectKey }: GraphqlContext,
): ResourceRequest['locator'] => {
  if (definition.isProject === true) return { field: 'id', value: projectKey };
  return fields.length === 0 ? undefined : readSingleArgument(name, fields, args);
};

export const updateResolver = (
  target: MutationTarget,
  name: string,
  fields: readonly string[],
  converts: ReadonlyMap<string, Convert>,
): Resolver =>
  mutationResolver(target, writeScopes(target), (args, context) => ({
    locator: locatorIn(target, name, fields, args, context),
    body: toBody({ version: args.version, actions: toRestActions(args.actions as readonly Arguments[], converts) }),
  }));

export const removeResolver = (target: MutationTarget, name: string, fields: readonly string[]): Resolver =>
  mutationResolver(target, writeScopes(target), (args, context) => ({
    locator: locatorIn(target, name, fields, args, context),
    query: new URLSearchParams({
      ...(args.version !== undefined && args.version !== null && { version: String(args.version as number) }),
      dataErasure: String((args.personalDataErasure as boolean | null | undefined) ?? false),
    }),
  }));
