import { test } from '../support/tap.js';
import { readProject } from '../../src/commerce/resources/project/projectSettings.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { startQuayside } from '../support/quayside.js';

const north = await startQuayside();
const south = await startQuayside({ REDIS_URL: (await startOwnRedis()).url, REGION: 'south' });

test('knows no projects, clients or tokens of another region (GEN010, STATE032)', async t => {
  const project = await north.project();
  const path = `/${project.projectKey}/states`;
  const token = await north.token(project);
  t.equal((await north.http.as(token).send('GET', path)).status, 200);
  t.equal((await south.http.as(token).send('GET', path)).status, 404);
  await t.rejects(south.token(project), /invalid_client/);
  t.equal(await readProject(south.services.store, project.projectKey), undefined);
});
