/** The vendor's starter of bundles: an API extension of carts adds the products of a bundle, free of charge. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createProjectApi, type Resource } from '../support/resourceApi.js';
import { startServices } from './support/services.js';
import { startProgram, withBuilt } from './support/startProgram.js';

const program = await startProgram('staticBundles', {
  project: { currencies: ['USD'], languages: ['en'], countries: ['US'] },
});

type Draft = Readonly<Record<string, unknown>> & { readonly key: string };
type Drafts = Readonly<Record<string, Draft>>;

interface Cart extends Resource {
  readonly lineItems: readonly {
    readonly id: string;
    readonly productKey: string;
    readonly quantity: number;
    readonly price: { readonly value: { readonly centAmount: number } };
  }[];
}

const linesOf = ({ lineItems }: Cart) =>
  lineItems.map(({ productKey, quantity, price }) => [productKey, quantity, price.value.centAmount]);

await withBuilt('commercetools-bundles-starter', async folder => {
  const { address, credentials, projectKey, quayside, test } = program;
  const { createIn, resourcesAt } = await createProjectApi(quayside, credentials);
  const { start } = await startServices(address, () => undefined);
  const url = await start(folder, ['src/server.mjs'], {
    commercetools_token_url: address,
    commercetools_api_url: address,
    commercetools_client_id: credentials.clientId,
    commercetools_client_secret: credentials.clientSecret,
    commercetools_project_key: projectKey,
    commercetools_scopes: `manage_project:${projectKey}`,
  });

  /** Loads drafts that the starter's own tests use. */
  const load = async <T>(path: string): Promise<T> =>
    (await import(pathToFileURL(join(folder, 'src/integration_tests/shared-fixtures', path)).href)) as T;
  const resources = await load<Readonly<Record<string, Drafts>>>('index.mjs');
  const createAll = async (path: string, drafts: Drafts | undefined): Promise<void> => {
    for (const draft of new Set(Object.values(drafts!))) await createIn(path, draft);
  };
  const products = resourcesAt('products');
  const carts = resourcesAt<Cart>('carts');

  const typesOfBundles = async (): Promise<void> => {
    const { StaticBundleParentChildLinkType: link } = await load<Drafts>('types/static-bundle-parent-child-link.mjs');
    await createIn('types', link!);
    const { staticBundleChildVariant } = await load<Drafts>('product-types/static-bundle-child-variant.mjs');
    const child = await createIn('product-types', staticBundleChildVariant!);
    const { getStaticBundleParent } = await load<{ readonly getStaticBundleParent: (child: Resource) => Draft }>(
      'product-types/static-bundle-parent.mjs',
    );
    await createIn('product-types', getStaticBundleParent(child));
  };

  test('takes the types, products, customers and carts of its own tests', async () => {
    await createAll('types', resources.Types);
    await typesOfBundles();
    await createAll('product-types', resources.ProductTypes);
    await createAll('zones', resources.ShippingZones);
    await createAll('tax-categories', resources.TaxCategories);
    // `tie` has variants but no master variant, which the hosted product also refuses; no test needs it.
    const { tie: _tie, ...others } = resources.Products!;
    await createAll('products', others);
    await createAll('shipping-methods', resources.ShippingMethods);
    await createAll('customer-groups', resources.CustomerGroups);
    for (const draft of new Set(Object.values(resources.Customers!)))
      await createIn('customers', { ...draft, password: 'longer than theirs 1' });
    await createAll('product-discounts', resources.ProductDiscounts);
    await createAll('carts', resources.Carts);
    const fetched = (name: string) => products.get({ id: `key=${others[name]!.key}` });
    const parts = {
      fetchedPantsProduct: await fetched('pants'),
      fetchedShirtsProduct: await fetched('shirt'),
      fetchedBeltsProduct: await fetched('belt'),
      fetchedJacketsProduct: await fetched('jacket'),
    };
    const bundles = await load<Readonly<Record<string, string | ((all: typeof parts) => Draft)>>>('bundles/index.mjs');
    for (const draft of Object.values(bundles))
      if (typeof draft === 'function') await createIn('products', draft(parts));
    const { extensionForCartTriggers: extension } = await load<Drafts>('extension/extensionForCartTriggers.mjs');
    await createIn('extensions', { ...extension!, destination: { type: 'HTTP', url } });
  });

  test('adds the products of a bundle, changes their quantities with its own, and removes them with it', async t => {
    const bundle = await products.get({ id: 'key=bundle2Pants3Jackets2Belts' });
    const empty = await carts.get({ id: 'key=cart2pants3jackets2belts' });
    const two = await carts.update(empty, { action: 'addLineItem', productId: bundle.id, quantity: 2 });
    const [, ...children] = linesOf(two);
    t.strictSame(linesOf(two)[0]!.slice(0, 2), ['bundle2Pants3Jackets2Belts', 2]);
    t.strictSame(
      children.map(([, ...quantityAndPrice]) => quantityAndPrice),
      [
        [4, 0],
        [6, 0],
        [4, 0],
      ],
    );
    const lineItemId = two.lineItems[0]!.id;
    const one = await carts.update(two, { action: 'changeLineItemQuantity', lineItemId, quantity: 1 });
    t.strictSame(
      linesOf(one).map(([, quantity]) => quantity),
      [1, 2, 3, 2],
    );
    t.strictSame(linesOf(await carts.update(one, { action: 'removeLineItem', lineItemId })), []);
  });
});
