/** Resolvers of the mutations that every resource type has, which run the verbs of the REST paths. */
import type { CustomerVerbs } from './customerMutations.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import { isPresent } from '../../engine/document/json.js';
import type { Convert, Input } from '../derive/inputMembers.js';
import { type Arguments, type GraphqlContext, readSingleArgument } from '../GraphqlContext.js';
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import type { ResourceRequest, Response } from '../../engine/ResourceRequest.js';
import { ownLocator } from '../../engine/visibility.js';
import type { Services } from '../../services/services.js';
import { locateInput } from '../locateInput.js';
import { assertPathScope, pathOf, type ResourcePath, toPathRequest } from '../ResourcePath.js';
import { parseResponseBody } from './resourceQueries.js';
import type { Resolver } from './Resolver.js';

const toRestAction = (input: Arguments, at: number, converts: ReadonlyMap<string, Convert>): object => {
  const given = Object.entries(input).filter(([, payload]) => isPresent(payload));
  if (given.length !== 1) {
    const got = given.length === 0 ? 'none' : given.map(([name]) => name).join(', ');
    throw invalidInput(`actions[${at}] must have exactly one member, the action; got ${got}.`);
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

/** A verb of operations/verbs, as mutations run it. */
interface MutationVerb {
  /** Absent where the mutation is written by hand (customerMutations.ts). */
  readonly runRequest?: (
    services: Services,
    request: ResourceRequest,
  ) => Promise<Response & { readonly revokedTokenSubjects?: readonly string[] }>;
}

type Change = 'create' | 'update' | 'remove';

/** The verbs that change the resources of all types, and those that a type has in their place. */
export interface MutationVerbs {
  readonly common: Readonly<Record<Change, MutationVerb>>;
  readonly ownOf: (typeId: string) => Readonly<Partial<Record<Change, MutationVerb>>>;
  readonly customers: CustomerVerbs;
}

/** The operation of a resource type that a mutation runs. */
export interface MutationTarget {
  readonly definition: ResourceDefinition;
  readonly run: NonNullable<MutationVerb['runRequest']>;
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
    const { definition, run } = target;
    const path = pathOfCall(target, args, context);
    assertPathScope(context, definition, path, scopes);
    try {
      const request = toPathRequest(context, definition, path, toParts(args, context));
      const locator = request.locator ?? ownLocator(request);
      const { body, revokedTokenSubjects = [] } = await run(context.services, { ...request, locator });
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
  if (definition.routes === 'project') return { field: 'id', value: projectKey };
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
      ...(isPresent(args.version) && { version: String(args.version as number) }),
      dataErasure: String((args.personalDataErasure as boolean | null | undefined) ?? false),
    }),
  }));
