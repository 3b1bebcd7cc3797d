/** API clients on a Redis Cluster of which one master is dead. */
import { test } from '../support/tap.js';
import { newKey } from '../support/drafts.js';
import { startOwnCluster } from '../support/startOwnCluster.js';
import { startQuayside } from '../support/quayside.js';

const { url, nodes, masterOf } = await startOwnCluster({ args: ['--cluster-require-full-coverage', 'no'] });
const quayside = await startQuayside({ REDIS_URL: url });

const recordKey = (clientId: string): string => `quayside:apiClient:{${clientId}}`;

const requestToken = async (clientId: string, secret: string) => {
  const { status, json } = await quayside.http.send('POST', '/oauth/token', {
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return { status, error: (json as { readonly error?: string }).error };
};

test('gives tokens of clients on other masters while the master of an unknown client is dead', async t => {
  const project = await quayside.project();
  const master = await masterOf(`{${project.projectKey}}`);
  const isNeeded = async (node: unknown): Promise<boolean> =>
    node === master || node === (await masterOf(recordKey(project.clientId)));
  const dead = (await Promise.all(nodes.map(async node => ({ node, isNeeded: await isNeeded(node) })))).find(
    each => !each.isNeeded,
  )!.node;
  let unknown = newKey('unknown-client');
  while ((await masterOf(recordKey(unknown))) !== dead) unknown = newKey('unknown-client');

  t.same(await requestToken(unknown, 'secret'), { status: 401, error: 'invalid_client' });
  await dead.kill();
  const [lost, ...answers] = await Promise.all([
    requestToken(unknown, 'secret'),
    ...Array.from({ length: 20 }, () => requestToken(project.clientId, project.clientSecret)),
  ]);
  t.same(lost.status, 503);
  t.same(
    answers,
    answers.map(() => ({ status: 200, error: undefined })),
  );
});
