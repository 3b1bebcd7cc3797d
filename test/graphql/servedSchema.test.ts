import { printSchema } from 'graphql';
import { apiSchema } from '../support/apiSchema.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';
import { test } from '../support/tap.js';

test('serves the schema where introspection is on', async t => {
  const quayside = await startQuayside();
  const project = await quayside.project();
  const path = `/${project.projectKey}/graphql/schema.graphql`;
  const token = await quayside.token(project);
  const { status, text, headers } = await quayside.http.as(token).send('GET', path);
  t.equal(status, 200);
  t.equal(text, `${printSchema(apiSchema())}\n`);
  matchWhole(t, headers, { 'content-type': 'text/plain; charset=utf-8', etag: String });
  t.equal((await quayside.http.send('GET', path)).status, 401);
  const hidden = await startQuayside({ GRAPHQL_INTROSPECTION: 'false' });
  t.equal((await hidden.http.as(token).send('GET', path)).status, 404);
  await hidden.stop();
});
