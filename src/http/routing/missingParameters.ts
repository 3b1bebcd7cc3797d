/** Query parameters that the hosted API has and this server does not: it refuses them, since it would ignore them. */
import { readFileSync } from 'node:fs';
import { packageFile } from '../../base/config/packageFile.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import { readParameters } from '../../engine/queryParameters.js';
import type { Route } from './Route.js';

const file = packageFile('assets/missing/parameters.txt');

const shapeOf = (method: string, path: string): string => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

/** The routes with the parameters that the file lists for them: a method, a path and the names a line. */
export const withMissingParameters = (routes: readonly Route[]): Route[] => {
  const namesByShape = new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => {
        const [method = '', path = '', ...names] = line.split(' ');
        return [shapeOf(method, path), names];
      }),
  );
  return routes.map(route => {
    const missingParameters = namesByShape.get(shapeOf(route.method, route.path));
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
