/** The setting that names the custom fields with an index. */
import { test } from '../../support/tap.js';
import { matchWhole } from '../../support/matchWhole.js';
import { errorOf } from '../../support/refusal.js';
import { startQuayside } from '../../support/quayside.js';

const quayside = await startQuayside();
const credentials = await quayside.project();
const http = quayside.http.as(await quayside.token(credentials));
const path = `/${credentials.projectKey}`;

const setIndexes = async (customFieldIndexes: unknown) => {
  const { version } = (await http.send('GET', path)).json as { version: number };
  return http.send('POST', path, {
    body: { version, actions: [{ action: 'setCustomFieldIndexes', customFieldIndexes }] },
  });
};

test('lists the indexed fields, and leaves an equal list as it is', async t => {
  t.notHas((await http.send('GET', path)).json, { customFieldIndexes: [] });
  const fields = [
    { typeId: 'order', name: 'code' },
    { typeId: 'cart', name: 'code' },
  ];
  const { json } = await setIndexes(fields);
  matchWhole(t, json, { version: 2, customFieldIndexes: fields });
  matchWhole(t, (await setIndexes(fields)).json, { version: 2 });
  const { json: without } = await setIndexes([]);
  matchWhole(t, without, { version: 3 });
  t.notOk('customFieldIndexes' in (without as object));
});

test('refuses fields of resources without custom fields, a field twice, and too many', async t => {
  const field = (typeId: string, name = 'code') => ({ typeId, name });
  const wrongType = { code: 'InvalidField', field: 'customFieldIndexes.typeId' };
  const at = (member: string) => ({ field: `actions[0].customFieldIndexes${member}` });
  const tooMany = Array.from({ length: 21 }, (_, number) => field('order', `f${number}x`));
  const duplicate = { code: 'DuplicateField', field: 'customFieldIndexes', duplicateValue: 'order code' };
  const refusals: [unknown, object][] = [
    [[field('zone')], { ...wrongType, invalidValue: 'zone' }],
    [[field('none')], { ...wrongType, invalidValue: 'none' }],
    [[field('order', 'a.b')], { code: 'InvalidField', invalidValue: 'a.b', ...at('[0].name') }],
    [[field('order'), field('order')], { ...duplicate, actionIndex: 0 }],
    [tooMany, { code: 'InvalidField', invalidValue: tooMany, ...at('') }],
    [undefined, { code: 'RequiredField', ...at('') }],
  ];
  for (const [fields, error] of refusals) matchWhole(t, errorOf(await setIndexes(fields)).errors, [error]);
});
