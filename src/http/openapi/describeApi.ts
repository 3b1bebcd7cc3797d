/**
 * Describes the API in OpenAPI 3.1. Everything is derived from the tables that the service runs on: the routes, the
 * declarations of the resource types that validate drafts and actions, the error table, the scopes.
 */
import { required } from '../../base/errors/ApiError.js';
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { routes } from '../routes/routes.js';
import { definitions } from '../../commerce/resources/index.js';
import { Components, type Schema } from '../../operations/schemas/Components.js';
import { errorResponses } from './errorResponses.js';
import { pathTemplate } from './naming.js';
import { describeOperation, tagOf } from './describeOperation.js';
import { referencedSchema, resourceSchema } from '../../operations/schemas/resourceSchemas.js';
import { securitySchemes } from './describeSecurity.js';

const info = {
  title: 'Quayside',
  version: '1',
  description: [
    'Commerce over HTTP and JSON. Every path except those of the service itself begins with the key of a project.',
    'A resource has a version; updates and deletions name the expected version. ' +
      'Undescribed members of a request body are ignored; a member that is null counts as absent.',
    'Every GET also works as HEAD. HEAD of a query is 404 where nothing matches.',
  ].join('\n\n'),
} as const;

export interface ApiDescription {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
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

const createComponents = (): { components: Components; resourceOf: (typeId: string) => Schema } => {
  const published =
    (describe: (components: Components, definition: ResourceDefinition) => Schema) =>
    (typeId: string): Schema | undefined => {
      const definition = byTypeId.get(typeId);
      return definition === undefined || definition.routes === 'none' ? undefined : describe(components, definition);
    };
  const components: Components = new Components(published(resourceSchema), published(referencedSchema));
  return {
    components,
    resourceOf: typeId => resourceSchema(components, required(byTypeId.get(typeId), `the resource type ${typeId}`)),
  };
};

const describePaths = (components: Components, resourceOf: (typeId: string) => Schema): ApiDescription['paths'] => {
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

/** Returns the same description each time. */
export const describeApi = (): ApiDescription => {
  const { components, resourceOf } = createComponents();
  const paths = describePaths(components, resourceOf);
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
