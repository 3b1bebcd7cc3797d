/** Derives the names in the description from the names on the wire and in the declarations. */
import { pascalCase } from '../../engine/schema/words.js';

/** Names a segment of a path: `key={key}` is `ByKey`, `{id}` is `ById`. */
const segmentName = (segment: string): string => {
  const [, parameter] = /\{(\w+)\*?\}/.exec(segment) ?? [];
  return parameter === undefined ? pascalCase(segment) : `By${pascalCase(parameter)}`;
};

/** Returns a unique name of an operation: `getInStoreOrdersByOrderNumber`. */
export const operationIdOf = (method: string, path: string): string => {
  if (path === '/') return `${method.toLowerCase()}Home`;
  const segments = path
    .replace('/in-store/key={storeKey}', '/inStore')
    .split('/')
    .filter(segment => segment !== '' && segment !== '{projectKey}');
  return method.toLowerCase() + (segments.length === 0 ? 'Project' : segments.map(segmentName).join(''));
};

/** Converts a parameter for the rest of a path, which OpenAPI's templates do not have, to an ordinary one. */
export const pathTemplate = (path: string): string => path.replace('*}', '}');

/** The name of the component that a `$ref` leads to. */
export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';
