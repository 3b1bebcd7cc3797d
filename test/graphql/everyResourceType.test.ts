/** Writes and reads each resource type through GraphQL, and compares the data with the HTTP API. */
import { getNamedType, type GraphQLInputType, type GraphQLObjectType } from 'graphql';
import { test } from '../support/tap.js';
import { required } from '../../src/base/errors/ApiError.js';
import { ownChangesOf } from '../../src/operations/verbs/ownChanges.js';
import { apiSchema } from '../support/apiSchema.js';
import { creationNames, resourceNames } from '../../src/graphql/derive/names.js';
import { definitions } from '../../src/commerce/resources/index.js';
import { hasSample, sampleDraft } from '../support/createSample.js';
import { startGraphql } from '../support/graphql.js';
import { createComparison, createSelection, toInput } from '../support/graphqlDocuments.js';
import type { Resource } from '../support/resourceApi.js';
import { type Sample, samples } from '../support/samples.js';

const { quayside, credentials, token, ask, data } = await startGraphql({ GRAPHQL_COST_MAX: '100000000' });
const http = quayside.http.as(token);
const schema = apiSchema();
const selectAll = createSelection(schema);
const differences = createComparison(schema);
const { projectKey } = credentials;

const argumentType = (mutation: string, argument: string): GraphQLInputType =>
  required(
    schema
      .getMutationType()!
      .getFields()
      [mutation]?.args.find(({ name }) => name === argument),
    `${mutation}(${argument})`,
  ).type;

/** Members that the schema does not show, because the specification gives them other forms in GraphQL. */
const hidden: Readonly<Record<string, readonly string[]>> = { customer: ['password'] };

const withoutHidden = (typeId: string, found: readonly string[]): string[] =>
  found.filter(path => !(hidden[typeId] ?? []).includes(path));

const written = definitions.filter(({ typeId }) => hasSample(typeId));

for (const definition of written) {
  const { typeId, path } = definition;
  const sample = samples[typeId] as Sample;
  const { type, one, page, verb } = resourceNames(definition);

  test(`writes and shows ${typeId} as the HTTP API does`, async t => {
    const { mutation } = creationNames(definition, sample.creation);
    const output = schema.getType(type) as GraphQLObjectType;
    const fields = selectAll(output);
    const draft = await sampleDraft({ quayside, http, projectKey }, typeId);
    const isCustomer = typeId === 'customer';
    const name = isCustomer ? 'customerSignUp' : mutation;
    const draftType = argumentType(name, 'draft');
    const created = (
      await data(
        `mutation ($draft: ${String(draftType)}) {
          made: ${name}(draft: $draft) ${isCustomer ? '{ customer' : ''} { ${fields} } ${isCustomer ? '}' : ''}
        }`,
        { draft: toInput(draftType, draft) },
      )
    ).made;
    const made = (isCustomer ? created.customer : created) as Resource;
    const stored = async (): Promise<Resource> =>
      (await http.send('GET', `/${projectKey}/${path}/${made.id}`)).json as Resource;
    const resource = await stored();
    t.same(withoutHidden(typeId, differences(output, made, resource)), [], 'the created resource');

    // The same document is sent again after the update, so that it is compiled once.
    const read = () =>
      data(
        `query ($id: String!, $where: String) {
          one: ${one}(id: $id) { ${fields} }
          page: ${page}(where: $where) { offset count total exists results { id version } }
        }`,
        { id: made.id, where: `id="${made.id}"` },
      );
    const before = await read();
    t.strictSame(before.one, made);
    t.strictSame(before.page, {
      offset: 0,
      count: 1,
      total: 1,
      exists: true,
      results: [{ id: made.id, version: made.version }],
    });

    const { action, ...payload } = sample.updateAction as { readonly action: string };
    const actionsType = argumentType(`update${verb}`, 'actions');
    const actions = toInput(actionsType, [{ [action]: payload }]);
    const updated = await data(
      `mutation ($id: String!, $version: Long!, $actions: ${String(actionsType)}) {
        after: update${verb}(id: $id, version: $version, actions: $actions) { id version }
      }`,
      { id: made.id, version: 1, actions },
    );
    t.strictSame(updated.after, { id: made.id, version: 2 });
    t.same(withoutHidden(typeId, differences(output, (await read()).one, await stored())), [], 'the updated resource');

    const removal = `mutation ($id: String!, $version: Long!) { gone: delete${verb}(id: $id, version: $version) { id version } }`;
    t.same(
      (await ask(removal, { id: made.id, version: 1 })).errors?.map(({ extensions }) => extensions.code),
      ['ConcurrentModification'],
    );
    t.same(await data(removal, { id: made.id, version: 2 }), { gone: { id: made.id, version: 2 } });
    t.same(await data(`query ($id: String!) { one: ${one}(id: $id) { id } }`, { id: made.id }), { one: null });
  });
}

test('names each input and output of a resource type once', async t => {
  t.ok(written.length > 20);
  for (const definition of written) {
    const { type, page, draft } = resourceNames(definition);
    const result = getNamedType(schema.getQueryType()!.getFields()[page]!.type);
    t.equal(result.name, `${type}QueryResult`);
    if (definition.draft !== undefined && ownChangesOf(definition.typeId).create === undefined)
      t.ok(schema.getType(creationNames(definition).draft), draft);
  }
});
