/**
 * The table of verbs: a row for each operation that a worker runs, with all that is known of it. Routes name their verb
 * (http/routing); the audit log, the API description, the errors of writes and the threads for heavy calls follow from
 * its row.
 */
import { pingMasters } from '../../base/redis/masterNodes.js';
import { clientIdOf } from '../../auth/oauth/authenticateClient.js';
import type { WorkerVerb } from '../../engine/define/RouteVerb.js';
import { catalogueVerbs } from './catalogue.js';
import { consoleVerbs } from './console.js';
import { customerVerbs } from './customers.js';
import { projectVerbs } from './project.js';
import { resourceVerbs } from './resources.js';
import { searchVerbs } from './searches.js';
import { tokenVerbs } from './tokens.js';
import type { OperationDescription } from '../schemas/OperationDescription.js';
import type { Verb } from './Verb.js';

/** Waits as long as the calls that it represents: for this thread, and for the master of their keys. */
const probe: Verb = {
  kind: 'read',
  run: async ({ redis }, { projectKey, authorization }) => {
    const owners = [projectKey, authorization === undefined ? '' : clientIdOf(authorization)];
    await pingMasters(redis, owners);
    return { status: 200, body: '' };
  },
};

const table: Readonly<Record<WorkerVerb, Verb & Partial<OperationDescription>>> = {
  probe,
  ...resourceVerbs,
  ...customerVerbs,
  ...tokenVerbs,
  ...catalogueVerbs,
  ...searchVerbs,
  ...projectVerbs,
  ...consoleVerbs,
};

export const verbs: ReadonlyMap<string, Verb & Partial<OperationDescription>> = new Map(Object.entries(table));
