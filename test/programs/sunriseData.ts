/** The importer of the vendor's sample shop fills a project. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sdkOf } from '../support/sdk.js';
import { startProgram, withBuilt } from './support/startProgram.js';
import { cleanSunriseData, importSunriseData } from './support/sunriseData.js';

await withBuilt('commercetools-sunrise-data', async folder => {
  const program = await startProgram('commercetools-sunrise-data');
  const { quayside, credentials, test } = program;
  const sdk = sdkOf(quayside, credentials);
  const parts = ['categories', 'channels', 'shippingMethods', 'stores', 'zones'] as const;
  const countAll = async (): Promise<Readonly<Record<string, number>>> => {
    const queryArgs = { limit: 1 };
    const counts = parts.map(async name => [name, (await sdk[name]().get({ queryArgs }).execute()).body.total!]);
    return Object.fromEntries(await Promise.all(counts)) as Readonly<Record<string, number>>;
  };
  /** Reads the records of a file of the folder. */
  const lines = (file: string): readonly string[] =>
    readFileSync(join(folder, 'data', file), 'utf8')
      .trim()
      .split('\n')
      .slice(1);
  const objects = (file: string): number =>
    (JSON.parse(readFileSync(join(folder, 'data', file), 'utf8')) as readonly unknown[]).length;

  test('imports all but the customers, whose passwords have no digit (CUST131)', async t => {
    const refused = await importSunriseData(folder, program);
    t.strictSame(
      refused.map(([script]) => script),
      ['customers --import'],
      refused.map(([, written]) => written).join('\n'),
    );
    t.strictSame(await countAll(), {
      categories: lines('categories.csv').length,
      channels: objects('channels.json'),
      shippingMethods: objects('shipping-methods.json'),
      stores: objects('stores.json'),
      zones: objects('zones.json'),
    });
    const products = await sdk
      .productProjections()
      .get({ queryArgs: { limit: 1 } })
      .execute();
    t.ok(products.body.total! > 0);
    const { body } = await sdk.get().execute();
    t.strictSame(body.languages, ['en', 'de']);
  });

  test('deletes all that it has imported, categories with those below them', async t => {
    const { code, stdout, stderr } = await cleanSunriseData(folder, program);
    t.equal(code, 0, `${stdout} ${stderr}`);
    t.strictSame(await countAll(), { categories: 0, channels: 0, shippingMethods: 0, stores: 0, zones: 0 });
  });
});
