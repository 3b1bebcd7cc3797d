/** Expansion follows a limited number of places, and leaves the references behind them as they are (GEN061). */
import { test } from '../support/tap.js';
import { expandResults } from '../../src/engine/references/expandReferences.js';
import { required } from '../../src/errors/required.js';
import { stateDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside();
const credentials = await quayside.project();
const { projectKey } = credentials;
const api = quayside.http.as(await quayside.token(credentials));
const { engine } = quayside.services;
const state = (await api.send('POST', `/${projectKey}/states`, { body: stateDraft() })).json as { readonly id: string };

type Expanded = readonly { readonly state: { readonly obj?: { readonly id: string } } }[];

const places = Array.from({ length: 100_000 }, () => ({ to: 1 }));
const resource = { id: 'x', version: 1, places, state: { typeId: 'state', id: state.id } };

const results = [resource, { ...resource, places: [] }];

const expand = async (...paths: readonly string[]): Promise<Expanded> => {
  const texts = await expandResults(
    engine,
    {
      projectKey,
      resourceType: required(engine.resourceTypes.get('order'), 'the resource type of orders'),
      query: new URLSearchParams(paths.map((path): [string, string] => ['expand', path])),
      body: new Uint8Array(),
      client: { clientId: 'x' },
      scopes: new Set(['view_states']),
    },
    results.map(each => Buffer.from(JSON.stringify(each))),
  );
  return required(texts, 'the expanded resources').map(text => JSON.parse(text)) as Expanded;
};
const expandedIds = async (...paths: readonly string[]): Promise<(string | undefined)[]> =>
  (await expand(...paths)).map(each => each.state.obj?.id);

test('follows 300,000 places, and leaves references behind them without obj (GEN061)', async t => {
  t.strictSame(await expandedIds('state'), [state.id, state.id]);
  t.strictSame(await expandedIds('places[*].to', 'state'), [state.id, state.id]);
  // Twice 100,000 elements and 100,000 members of them.
  t.strictSame(await expandedIds('places[*].to', 'places[*].to', 'state'), [undefined, undefined]);
  t.strictSame(await expand('places[*].to'), results, 'the resources are as they were');
});
