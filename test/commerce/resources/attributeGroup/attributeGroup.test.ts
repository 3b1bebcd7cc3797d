import { newKey } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';

const groups = await startResourceApi('attribute-groups');
const attribute = (key: string) => ({ key });

/** Also shows attribute-group.a7e63, attribute-group.43fb4, attribute-group.acde8 and attribute-group.34cd5. */
test('groups attributes with unique values, under a key and an id of the server (attribute-group.15bc8)', async t => {
  const attributes = ['size', 'color', 'size'].map(attribute);
  let group = await groups.create({ name: { en: 'Looks' }, attributes });
  t.strictSame(group.attributes, [attribute('size'), attribute('color')]);
  const key = newKey('group');
  group = await groups.update(
    group,
    { action: 'changeName', name: { en: 'Shape' } },
    { action: 'setKey', key },
    { action: 'setDescription', description: { en: 'of a shirt' } },
    { action: 'addAttribute', attribute: attribute('cut') },
    { action: 'addAttribute', attribute: attribute('cut') },
    { action: 'removeAttribute', attribute: attribute('color') },
    { action: 'removeAttribute', attribute: attribute('weight') },
  );
  matchWhole(t, group, {
    key,
    name: { en: 'Shape' },
    description: { en: 'of a shirt' },
    attributes: [attribute('size'), attribute('cut')],
  });
  group = await groups.update(group, { action: 'setAttributes', attributes: [...attributes, attribute('length')] });
  t.strictSame(group.attributes, ['size', 'color', 'length'].map(attribute));
  t.match(group.id, /^[0-9a-f-]{36}$/);
  t.strictSame((await groups.http.send('GET', `${groups.base}/attribute-groups/key=${key}`)).json, group);
  matchWhole(t, await groups.update(group, { action: 'setKey' }, { action: 'setDescription' }), {
    key: undefined,
    description: undefined,
  });
});

test('a page of attribute groups without offset begins with the first (attribute-group.1ee17)', async t => {
  const read = async (query: string) => (await groups.http.send('GET', `${groups.base}/attribute-groups${query}`)).json;
  matchWhole(t, await read(''), { offset: 0 });
  matchWhole(t, await read('?offset=1'), { offset: 1 });
});
