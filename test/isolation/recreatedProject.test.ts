/** A project with the key of a deleted one shows nothing that servers cached of the deleted project. */
import { deleteProject } from '../../src/projects/deleteProject.js';
import { productDraft, productTypeDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';
import { createProjectApi } from '../support/resourceApi.js';
import { test } from '../support/tap.js';

const quayside = await startQuayside();

test('a response of a deleted project is not sent for a project with the same key', async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const { createIn, http } = await createProjectApi(quayside, credentials);
  const { id: productType } = await createIn('product-types', productTypeDraft());
  const { id } = await createIn('products', productDraft({ id: productType }, { publish: true }));
  const paths = [`products/${id}?priceCurrency=EUR`, `product-projections/${id}`].map(path => `/${projectKey}/${path}`);
  await quayside.services.redis.del(`{${projectKey}}:stamp:product:${id}`);
  for (const path of paths) t.equal((await http.send('GET', path)).status, 200);
  await deleteProject(quayside.services, projectKey, { removeRuns: () => Promise.resolve(true) });
  const token = await quayside.token(await quayside.project({ key: projectKey }));
  for (const path of paths) t.equal((await quayside.http.as(token).send('GET', path)).status, 404, path);
});
