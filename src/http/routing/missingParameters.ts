/** Query parameters that the hosted API has and this server does not: it refuses them, since it would ignore them. */
import { readWordLines } from '../../base/config/packageFile.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import { readParameters } from '../../engine/queryParameters.js';
import type { Route } from './Route.js';

/** The method and the path without the names of its parameters. */
export const shapeOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

/** The routes with the parameters that the file lists for them: a method, a path and the names a line. */
export const withMissingParameters = (routes: readonly Route[]): Route[] => {
  const namesByShape = new Map(
    readWordLines('assets/missing/parameters.txt').map(([method = '', path = '', ...names]) => [
      shapeOf({ method, path }),
      names,
    ]),
  );
  return routes.map(route => {
    const missingParameters = namesByShape.get(shapeOf(route));
    return missingParameters === undefined ? route : { ...route, missingParameters };
  });
};

/** Refuses a parameter of the hosted API that the route lacks; a blank one asks for nothing. */
export const assertOfferedParameters = ({ missingParameters }: Route, query: string): void => {
  if (missingParameters === undefined || query === '') return;
  const given = readParameters(query);
  const name = missingParameters.find(each => given.has(each));
  if (name !== undefined)
    throw invalidInput(
      `The parameter '${name}' of the hosted API is not offered by this server yet; ` +
        'docs/compatibility.md lists what is.',
    );
};
