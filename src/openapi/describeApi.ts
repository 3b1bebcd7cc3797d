/**
 * The API described as OpenAPI 3.1 has it, from what the service runs by: the route table, the declarations of the resource types
 * that drafts and actions are validated with, the error table, the scopes.
 */
import type { ResourceDefinition } from '../engine/define/ResourceDefinition.js';
import { routes } from '../http/routing/routes.js';
import { definitions } from '../resources/index.js';
import { type Components, createComponents, type Schema } from './Components.js';
import { errorResponses } from './errorResponses.js';
import { pathTemplate } from './naming.js';
import { describeOperation, tagOf } from './describeOperation.js';
import { resourceSchema } from './resourceSchemas.js';
import { securitySchemes } from './describeSecurity.js';

const info = {
  title: 'Quayside',
  version: '1',
  description: [
    'Commerce over HTTP and JSON. Every path but those of the service itself begins with the key of a project.',
    'A resource has a version; updates and deletions name the one last seen. Members of a request body that are not described are dropped, and one that is null is the same as none.',
    'A GET can be asked as HEAD too.',
  ].join('\n\n'),
} as const;

export interface ApiDescription {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Schema>>;
  } & Schema;
  readonly [more: string]: unknown;
}

const byTypeId: ReadonlyMap<string, ResourceDefinition> = new Map(
  definitions.map(definition => [definition.typeId, definition]),
);

const componentsOf = (): { components: Components; resourceOf: (typeId: string) => Schema } => {
  const published = (typeId: string): ResourceDefinition | undefined => {
    const definition = byTypeId.get(typeId);
    return definition?.isUnpublished === true ? undefined : definition;
  };
  const components: Components = createComponents(typeId => {
    const definition = published(typeId);
    return definition && resourceSchema(components, definition);
  });
  return { components, resourceOf: typeId => resourceSchema(components, byTypeId.get(typeId)!) };
};

const pathsOf = (components: Components, resourceOf: (typeId: string) => Schema): ApiDescription['paths'] => {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    const definition = route.typeId === undefined ? undefined : byTypeId.get(route.typeId);
    (paths[pathTemplate(route.path)] ??= {})[route.method.toLowerCase()] = describeOperation({
      route,
      components,
      definition,
      resourceOf,
    });
  }
  return paths;
};

/** The same text each time, until a declaration changes. */
export const describeApi = (): ApiDescription => {
  const { components, resourceOf } = componentsOf();
  const paths = pathsOf(components, resourceOf);
  const responses = errorResponses(components);
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(tagOf))].map(name => ({ name })),
    paths,
    components: { schemas: components.all(), responses, securitySchemes },
  };
};
