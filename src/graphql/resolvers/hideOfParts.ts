/**
 * A reference shows only parts of a resource that the token could not read by itself (BehindReferences): a hidden field
 * is null, and a required list is empty. Another required field is an error that names the scopes, like each field that
 * a token may not read; GraphQL then makes the resource null, and nothing around the reference.
 */
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { fail } from '../../base/errors/ApiError.js';
import { BaseShape } from '../../engine/define/Base.js';
import { isPart, partMembers, shownPartOf } from '../../engine/define/BehindReferences.js';
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import type { GraphqlContext } from '../GraphqlContext.js';
import { memberOfReferenceField, resourceNames } from '../derive/names.js';
import type { JsonObject } from '../readRequest.js';
import { isLoading, loads, type Resolver } from './Resolver.js';

type Field = GraphQLField<JsonObject, GraphqlContext>;

const memberOf = (field: string): string => memberOfReferenceField(field) ?? field.replace(/AllLocales$/, '');

/** Returns the value of a hidden field; throws for a required one. */
const hiddenValue = ({ name, type }: Field, { scopes }: ResourceDefinition): ((projectKey: string) => unknown) => {
  if (!isNonNullType(type)) return () => null;
  if (isListType(type.ofType)) return () => [];
  return projectKey => {
    const wanted = scopes.read.map(each => `${each}:${projectKey}`).join(', ');
    throw fail('insufficient_scope', {
      message: `Insufficient scope. '${name}' is shown with one of these scopes: ${wanted}.`,
    });
  };
};

const hideField = (field: Field, definition: ResourceDefinition): void => {
  const hidden = hiddenValue(field, definition);
  const resolve = field.resolve ?? (source => source[field.name]);
  const hiding: Resolver = (source, args, context, info) =>
    isPart(source) ? hidden(context.projectKey) : resolve(source, args, context, info);
  field.resolve = isLoading(field.resolve) ? loads(hiding) : hiding;
};

/** Tells whether a field must be hidden; the others are already empty, because the part lacks their members. */
const needsHiding = (
  { name, type, resolve }: Field,
  members: ReadonlySet<string>,
  { resource }: ResourceDefinition,
): boolean => {
  const member = memberOf(name);
  if (members.has(member)) return false;
  if (isLoading(resolve)) return true;
  const isStored = Object.hasOwn(resource.properties, member) || Object.hasOwn(BaseShape.properties, member);
  return isStored && isNonNullType(type) && !isListType(type.ofType);
};

export const hideOfParts = (schema: GraphQLSchema, list: readonly ResourceDefinition[]): void => {
  for (const definition of list) {
    const part = shownPartOf(definition);
    const type = schema.getType(resourceNames(definition).type);
    if (part === undefined || !isObjectType(type)) continue;
    const members = new Set([...partMembers, ...Object.keys(part.members)].map(name => name.split('.')[0]!));
    for (const field of Object.values((type as GraphQLObjectType<JsonObject, GraphqlContext>).getFields()))
      if (needsHiding(field, members, definition)) hideField(field, definition);
  }
};
