import { test } from '../../support/tap.js';
import { valuesOf } from '../../support/matchWhole.js';
import { compilePaths, markedPaths } from '../../../src/engine/schema/compilePaths.js';
import { CustomFieldsDraft } from '../../../src/engine/schema/customFields.js';
import { List, Optional, Shape, Text } from '../../../src/engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../src/engine/schema/reference.js';

const Draft = Shape({
  name: Text,
  items: Optional(
    List(Shape({ state: Optional(ResourceIdentifier('state')), channel: ResourceIdentifier('channel') })),
  ),
  store: Optional(ResourceIdentifier('store', { load: true })),
  custom: Optional(CustomFieldsDraft),
});
const find = compilePaths(markedPaths(Draft, 'identifier'));

test('finds the references of a value in the order of their declaration', async t => {
  const value = {
    name: 'x',
    custom: {
      type: { key: 't' },
      fields: { one: { typeId: 'customer', id: 'c' }, many: [{ typeId: 'product', key: 'p' }, 5], other: { id: 'x' } },
    },
    items: [{ channel: { id: 'a' } }, { state: { id: 's' }, channel: { id: 'b' } }],
    store: { key: 'k' },
  };
  t.same(
    find(value, 'draft').map(({ object, mark, path }) => [mark.typeId, object.id ?? object.key, path]),
    [
      ['state', 's', 'draft.items[1].state'],
      ['channel', 'a', 'draft.items[0].channel'],
      ['channel', 'b', 'draft.items[1].channel'],
      ['store', 'k', 'draft.store'],
      ['type', 't', 'draft.custom.type'],
      ['customer', 'c', 'draft.custom.fields.one'],
      ['product', 'p', 'draft.custom.fields.many[0]'],
    ],
  );
  t.same(valuesOf(find({ store: { key: 'k' } }, ''), 'path'), ['store']);
});

test('finds nothing in values of other shapes', async t => {
  t.same(find({ items: 'x', store: 5, custom: { fields: [1] } }, ''), []);
  t.same(find(undefined), []);
});
