/** A project for the vendor's storefront: with the vendor's data if their folder is given, else the sample shop. */
import { createSampleShop } from '../../../src/server/sampleShop.js';
import { type Project, sdkOf } from '../../support/sdk.js';
import { waitUntil } from '../../support/waitUntil.js';
import { builtFolder, type Program } from './startProgram.js';
import { importSunriseData } from './sunriseData.js';

/** The names that buyers must see, of discounts that are missing in the vendor's data. */
export const sale = { en: 'Autumn sale', de: 'Herbstaktion' };
export const code = { code: 'BUYER10', name: { en: 'Ten percent', de: 'Zehn Prozent' } };

const activateSearch = async (sdk: Project): Promise<void> => {
  const { version } = (await sdk.get().execute()).body;
  const actions = [{ action: 'changeProductSearchIndexingEnabled', enabled: true } as const];
  await sdk.post({ body: { version, actions } }).execute();
  const total = (
    await sdk
      .productProjections()
      .get({ queryArgs: { limit: 1 } })
      .execute()
  ).body.total!;
  const countFound = (): Promise<number | undefined> =>
    sdk
      .productProjections()
      .search()
      .get({ queryArgs: { limit: 1 } })
      .execute()
      .then(
        ({ body }) => body.total,
        () => 0,
      );
  await waitUntil(async () => (await countFound()) === total);
};

const addDiscounts = async (sdk: Project): Promise<void> => {
  await sdk
    .productDiscounts()
    .post({
      body: {
        name: sale,
        value: { type: 'relative', permyriad: 1_500 },
        predicate: '1 = 1',
        sortOrder: '0.99',
        isActive: true,
      },
    })
    .execute();
  const cartDiscount = await sdk
    .cartDiscounts()
    .post({
      body: {
        name: { en: 'For buyers' },
        value: { type: 'relative', permyriad: 1_000 },
        cartPredicate: '1 = 1',
        target: { type: 'lineItems', predicate: '1 = 1' },
        sortOrder: '0.98',
        requiresDiscountCode: true,
      },
    })
    .execute();
  await sdk
    .discountCodes()
    .post({ body: { ...code, cartDiscounts: [{ typeId: 'cart-discount', id: cartDiscount.body.id }], isActive: true } })
    .execute();
};

export const fillSunriseShop = async (program: Program): Promise<Project> => {
  const { quayside, credentials, projectKey } = program;
  const data = builtFolder('commercetools-sunrise-data');
  if (data === undefined)
    await createSampleShop(quayside.services, {
      projectKey,
      seed: 1,
      untilMs: Date.parse('2026-11-01T00:00:00.000Z'),
      orders: 20,
    });
  else await importSunriseData(data, program);
  const sdk = sdkOf(quayside, credentials);
  await addDiscounts(sdk);
  await activateSearch(sdk);
  return sdk;
};
