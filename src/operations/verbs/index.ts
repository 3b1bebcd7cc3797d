/**
 * The table of verbs: a row for each operation that a worker runs, with all that is known of it. A route holds its row
 * (http/routes), so that an editor goes from the route to the row, and from there to the function; the audit log, the
 * API description, the errors of writes and the threads for heavy calls read the row.
 */
import { pingMasters } from '../../base/redis/clusterNodes.js';
import { clientIdOf } from '../../auth/oauth/authenticateClient.js';
import { catalogueVerbs } from './catalogue.js';
import { consoleVerbs } from './console.js';
import { customerVerbs } from './customers.js';
import { projectVerbs } from './project.js';
import { resourceVerbs } from './resources.js';
import { searchVerbs } from './searches.js';
import { tokenVerbs } from './tokens.js';
import { nameVerbs, type Verb } from './Verb.js';

const poolVerbs = nameVerbs({
  /** Waits as long as the calls that it represents: for this thread, and for the master of their keys. */
  probe: {
    kind: 'read',
    run: async ({ redis }, { projectKey, authorization }) => {
      const owners = [projectKey, authorization === undefined ? '' : clientIdOf(authorization)];
      await pingMasters(redis, owners);
      return { status: 200, body: '' };
    },
  },
});

export const verbs = {
  ...poolVerbs,
  ...resourceVerbs,
  ...customerVerbs,
  ...tokenVerbs,
  ...catalogueVerbs,
  ...searchVerbs,
  ...projectVerbs,
  ...consoleVerbs,
};

/** The rows by the names in calls. */
export const verbsByName: ReadonlyMap<string, Verb> = new Map(Object.entries(verbs));
