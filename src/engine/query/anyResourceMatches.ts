import { required } from '../../errors/required.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import { parseQueryParameters } from './parseQueryParameters.js';
import { runQuery } from './runQuery.js';

/** Whether a project has a resource that satisfies a predicate; `parameters` are `where` and its variables. */
export const anyResourceMatches = async (
  access: ResourceAccess,
  projectKey: string,
  typeId: string,
  parameters: Readonly<Record<string, string>>,
): Promise<boolean> => {
  const resourceType = required(access.resourceTypes.get(typeId), `the resource type ${typeId}`);
  const query = parseQueryParameters(new URLSearchParams({ ...parameters, limit: '1', withTotal: 'false' }), []);
  return (await runQuery(access, { resourceType, projectKey }, query)).bodies.length > 0;
};
