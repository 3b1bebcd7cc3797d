/** The requests that the hosted API has and this server does not: they answer 501 instead of a misleading 404. */
import { readFileSync } from 'node:fs';
import { packageFile } from '../../config/packageFile.js';
import type { Route } from './Route.js';

const file = packageFile('assets/missing/requests.txt');

const shapeOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

const toRoute = (line: string): Route => {
  const [method, path] = line.split(' ') as [Route['method'], string];
  return { method, path, service: 'api', verb: 'missing', body: method === 'POST' ? 'any' : 'none', scopes: 'any' };
};

/** Leaves out what `offered` contains: the file is older than a route that was just added. */
export const readMissingRoutes = (offered: readonly Route[]): Route[] => {
  const shapes = new Set(offered.map(shapeOf));
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(toRoute)
    .filter(route => !shapes.has(shapeOf(route)));
};
