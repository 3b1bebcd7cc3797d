/** Every tool of the vendor's MCP servers creates, reads or changes resources, as an AI agent would use it. */
import { createSample, sampleDraft, type SampleProject } from '../support/createSample.js';
import { newKey, referenceTo } from '../support/drafts.js';
import { createBuyerCart } from '../support/quotes.js';
import { changeProject, createProjectApi, type Resource } from '../support/resourceApi.js';
import { type Sample, samples } from '../support/samples.js';
import type { Test } from '../support/tap.js';
import { waitUntil } from '../support/waitUntil.js';
import { type Agent, type Args, connectAgent, type Tool } from './support/agent.js';
import { startProgram } from './support/startProgram.js';

const program = await startProgram('commerceMcp', { project: { currencies: ['EUR'] } });
const { address, credentials, projectKey, quayside } = program;
const { createIn, http } = await createProjectApi(quayside, credentials);
const project: SampleProject = { quayside, http, projectKey };

/** Nouns, in the singular, in the names of tools for parts that the server does not offer, with the missing part. */
const missing: Readonly<Record<string, string>> = {
  approval_flow: 'approval flows',
  approval_rule: 'approval rules',
  associate_role: 'associate roles',
  business_unit: 'business units',
  order_edit: 'order edits',
  payment_intent: 'the Checkout API, a service of its own',
  payment_method: 'payment methods',
  recurring_order: 'recurring orders',
  subscription: 'subscriptions',
  transaction: 'the Checkout API, a service of its own',
};

/** Tools that fail before they send anything, with the reason; they would fail with any other server, too. */
const faulty: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'commerce-mcp': {},
  'mcp-essentials': {
    create_order: 'its list of arguments is a union, which its own library does not take',
    update_customer_group: 'its list of arguments is a union, which its own library does not take',
    create_product_tailoring: 'it has no function for the tool',
    create_type: 'it takes a text as name, which the API has by language',
    read_product_tailoring: 'it has no function for the tool',
    update_product_tailoring: 'it has no function for the tool',
  },
};

const singular = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '');
const nounOf = (tool: string): string => singular(tool.slice(tool.indexOf('_') + 1));
const typeIdOf = (noun: string): string => (noun === 'inventory' ? 'inventory-entry' : noun.replaceAll('_', '-'));

/** Members that a tool requires in addition to the draft of the sample. */
const demanded: Readonly<Record<string, object>> = {
  channel: { roles: ['InventorySupply'] },
  discount_code: { name: { en: 'Code' } },
  payment: { amountPlanned: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 100 } },
  standalone_price: { value: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 100 } },
  store: { name: { en: 'Store' } },
  tax_category: { rates: [] },
};

/** Update actions that replace those of the sample, for tools whose list of actions does not contain them. */
const knownActions: Readonly<Record<string, () => object>> = {
  product: () => ({ action: 'setKey', key: newKey('product') }),
  shipping_method: () => ({ action: 'changeName', name: newKey('Parcel') }),
  standalone_price: () => ({
    action: 'changeValue',
    value: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 200 },
  }),
  type: () => ({ action: 'changeKey', key: newKey('type') }),
};

const makeCart = (): Promise<Resource> => createBuyerCart({ quayside, projectKey, create: createIn });
const makeObject = (): Promise<Resource> =>
  createIn('custom-objects', { container: 'agent', key: newKey('object'), value: 1 });
const objectKey = ({ container, key }: Resource): Args => ({ container, key });

/** Arguments of the tools whose drafts differ from those of the API. */
const special: Readonly<Record<string, () => Promise<Args>>> = {
  create_order: async () => {
    const cart = await makeCart();
    return { cartId: cart.id, version: cart.version };
  },
  create_product_tailoring: async () => {
    const [product, store] = await Promise.all([createSample(project, 'product'), createSample(project, 'store')]);
    return {
      key: newKey('tailoring'),
      productKey: product.key,
      storeKey: store.key,
      product: { ...referenceTo('product', product), key: product.key },
      store: { typeId: 'store', key: store.key },
      name: { en: 'Tailored' },
    };
  },
  create_custom_object: async () => ({ container: 'agent', key: newKey('object'), value: { a: 1 } }),
  read_custom_object: async () => objectKey(await makeObject()),
  update_custom_object: async () => {
    const made = await makeObject();
    return { ...objectKey(made), version: made.version, value: 2 };
  },
  read_project: async () => ({ projectKey }),
  update_project: async () => {
    const { version } = (await http.send('GET', `/${projectKey}`)).json as Resource;
    return { version, actions: [{ action: 'changeName', name: 'Agent' }] };
  },
  read_product_search: async () => ({ query: { exists: { field: 'id' } }, limit: 2 }),
  search_product: async () => ({ query: { exists: { field: 'id' } }, limit: 2 }),
  read_product_selection_assignment: async () => ({ storeKey: (await createSample(project, 'store')).key }),
  replicate_cart: async () => ({ reference: referenceTo('cart', await makeCart()) }),
  bulk_create: async () => ({ items: [{ entityType: 'category', data: await sampleDraft(project, 'category') }] }),
  bulk_update: async () => {
    const { id, version } = await createSample(project, 'category');
    const actions = [(samples.category as Sample).updateAction];
    return { items: [{ entityType: 'category', data: { id, version, actions } }] };
  },
};

/** Returns the arguments of a call: a draft, an id, or an id with the version and an update action. */
const argsOf = async ({ name, inputSchema: { properties = {} } }: Tool): Promise<Args> => {
  const noun = nounOf(name);
  const verb = name.slice(0, name.indexOf('_'));
  const typeId = typeIdOf(noun);
  const own = special[`${verb}_${noun}`];
  if (own !== undefined) {
    // A tool accepts no argument that it does not declare.
    return Object.fromEntries(Object.entries(await own()).filter(([member]) => member in properties));
  }
  if (verb === 'create') {
    const draft = { ...(await sampleDraft(project, typeId)), ...demanded[noun] };
    return 'body' in properties ? { body: draft } : draft;
  }
  const { id, version } = await createSample(project, typeId);
  if (verb !== 'update') return { id };
  const action = knownActions[noun]?.() ?? (samples[typeId] as Sample).updateAction;
  return { id, version, actions: [action] };
};

const callTool = async (t: Test, agent: Agent, tool: Tool): Promise<void> => {
  const args = await argsOf(tool);
  const sent = program.exchanges.length;
  const { isError, content } = await agent.callTool({ name: tool.name, arguments: args });
  t.notOk(isError, content[0]!.text);
  const exchanges = program.exchanges.slice(sent);
  t.not(exchanges.length, 0, 'the tool sends a request');
  t.same(
    exchanges.filter(({ status }) => status >= 400),
    [],
    'nothing is refused',
  );
  t.equal(typeof JSON.parse(content[0]!.text), 'object');
  const { responseBody } = exchanges.findLast(({ path }) => !path.startsWith('/oauth/'))!;
  const answer = JSON.parse(responseBody) as Partial<Resource>;
  if (typeof args.id === 'string') t.equal(answer.id, args.id);
  if (Array.isArray(args.actions)) t.equal(answer.version, Number(args.version) + 1);
};

program.expectRefusals({ status: 501 });
await changeProject(quayside, credentials, {
  action: 'changeProductSearchIndexingEnabled',
  enabled: true,
  mode: 'ProductsSearch',
});
await waitUntil(async () => {
  const answer = await http.send('POST', `/${projectKey}/products/search`, { body: { limit: 1 } });
  return answer.status === 200;
});

for (const command of ['commerce-mcp', 'mcp-essentials']) {
  const agent = await connectAgent(command, address, credentials);
  const { tools } = await agent.listTools();
  const isMissing = ({ name }: Tool): boolean => missing[nounOf(name)] !== undefined;
  const isFaulty = ({ name }: Tool): boolean => faulty[command]![name] !== undefined;

  for (const tool of tools.filter(each => !isMissing(each) && !isFaulty(each)))
    program.test(`${command}: ${tool.name}`, t => callTool(t, agent, tool));

  for (const { name } of tools
    .filter(isMissing)
    .filter(each => /^read_(?:business|associate|order|payment_m|recur|sub)/.test(each.name)))
    program.test(`${command}: ${name} needs ${missing[nounOf(name)]}, which are not offered yet`, async t => {
      const { content } = await agent.callTool({ name, arguments: { limit: 2 } });
      t.match(content[0]!.text, /of the hosted API is not offered by this server yet/);
    });

  for (const { name } of tools.filter(isFaulty))
    program.test(`${command}: ${name} sends nothing, since ${faulty[command]![name]}`, async t => {
      const sent = program.exchanges.length;
      const called = await agent
        .callTool({ name, arguments: { id: 'a', key: 'a', version: 1, name: { en: 'a' }, actions: [] } })
        .catch(() => ({ isError: true }));
      t.equal(called.isError, true);
      t.equal(program.exchanges.length, sent);
    });
}
