/** Describes the parameters of paths and queries. */
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import type { Schema } from '../../operations/schemas/Components.js';
import { inQuery, text } from '../../operations/schemas/parameters.js';
import type { OperationDescription } from '../../operations/schemas/OperationDescription.js';
import type { Route } from '../routing/Route.js';

const pathDescriptions: Readonly<Record<string, string>> = {
  projectKey: 'The key of the project.',
  storeKey: 'The key of the store.',
  queue: 'The name of the job queue.',
  tag: 'A tag of the operations, such as `Order`.',
  path: 'The rest of the path, including slashes.',
};

const pathParameters = (path: string): Schema[] =>
  [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(pathDescriptions[name] !== undefined && { description: pathDescriptions[name] }),
    schema: text,
  }));

export const describeParameters = (
  route: Route,
  { parameters }: OperationDescription,
  definition: ResourceDefinition | undefined,
): Schema[] => {
  const { path, body, byParameter, queryParameters = {} } = route;
  // The parameters of a form are in its body.
  if (body === 'form') return pathParameters(path);
  return [
    ...pathParameters(path),
    ...(byParameter === undefined
      ? []
      : [inQuery(byParameter.name, text, `Answers as \`${byParameter.route.path}\` does.`)]),
    ...(parameters?.({ route, definition }) ?? []),
    ...Object.entries(queryParameters).map(([name, description]) => inQuery(name, text, description)),
  ];
};
