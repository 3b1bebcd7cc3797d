/** Expansion follows a limited number of places, and leaves the references behind them as they are (GEN061). */
import { test } from 'tap';
import { expandReferences } from '../../src/engine/references/expandReferences.js';
import { required } from '../../src/errors/required.js';
import { stateDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside();
const credentials = await quayside.project();
const { projectKey } = credentials;
const api = quayside.http.as(await quayside.token(credentials));
const { engine } = quayside.services;
const state = (await api.send('POST', `/${projectKey}/states`, { body: stateDraft() })).json as { readonly id: string };

interface Expanded {
  readonly results: readonly { readonly state: { readonly obj?: { readonly id: string } } }[];
}

const places = Array.from({ length: 100_000 }, () => ({ to: 1 }));
const resource = { id: 'x', version: 1, places, state: { typeId: 'state', id: state.id } };

const page = { limit: 2, offset: 0, count: 2, results: [resource, { ...resource, places: [] }] };

const expand = async (...paths: readonly string[]): Promise<Expanded> => {
  const text = await expandReferences(
    engine,
    {
      projectKey,
      resourceType: required(engine.resourceTypes.get('order'), 'the resource type of orders'),
      query: new URLSearchParams(paths.map((path): [string, string] => ['expand', path])),
      body: new Uint8Array(),
      client: { clientId: 'x' },
      scopes: new Set(['view_states']),
    },
    Buffer.from(JSON.stringify(page)),
  );
  return JSON.parse(text.toString()) as Expanded;
};
const expandedIds = async (...paths: readonly string[]): Promise<(string | undefined)[]> =>
  (await expand(...paths)).results.map(each => each.state.obj?.id);

test('follows 300,000 places, and leaves references behind them without obj (GEN061)', async t => {
  t.strictSame(await expandedIds('state'), [state.id, state.id]);
  t.strictSame(await expandedIds('places[*].to', 'state'), [state.id, state.id]);
  // Twice 100,000 elements and 100,000 members of them.
  t.strictSame(await expandedIds('places[*].to', 'places[*].to', 'state'), [undefined, undefined]);
  t.strictSame(await expand('places[*].to'), page, 'the page is as it was');
});
