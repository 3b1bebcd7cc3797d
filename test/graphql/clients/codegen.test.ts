/** TypeScript that graphql-codegen generates from the schema, as a client reads it by introspection. */
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, parse, printSchema } from 'graphql';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '../../support/tap.js';
import ts from 'typescript';
import { startGraphql } from '../../support/graphql.js';

const { data } = await startGraphql();

const documents = `
  fragment Total on Money { currencyCode centAmount }
  query Orders($where: String, $limit: Int) {
    orders(where: $where, limit: $limit) {
      total
      results {
        id version orderState totalPrice { ...Total } lineItems { id quantity state { quantity state { key } } }
      }
    }
  }
  mutation UpdateOrder($id: String!, $version: Long!, $actions: [OrderUpdateAction!]!) {
    updateOrder(id: $id, version: $version, actions: $actions) { id version orderState }
  }
  query Me { me { activeCart { id totalPrice { ...Total } } customer { email addresses { id country } } } }
`;

const scalars = { Long: 'number', DateTime: 'string', Date: 'string' };

const generate = async (plugin: 'typescript' | 'typescriptOperations'): Promise<string> => {
  const introspected = (await data(getIntrospectionQuery())) as IntrospectionQuery;
  return codegen({
    schema: parse(printSchema(buildClientSchema(introspected))),
    documents: plugin === 'typescript' ? [] : [{ location: 'documents.graphql', document: parse(documents) }],
    filename: `${plugin}.ts`,
    config: { scalars },
    plugins: [{ [plugin]: {} }],
    pluginMap: { typescript, typescriptOperations },
  });
};

/** Compiles files strictly and returns the compiler's messages. */
const compile = (folder: string, files: Readonly<Record<string, string>>): string[] => {
  mkdirSync(folder, { recursive: true });
  const names = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
  const program = ts.createProgram(names, {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    // Leaves out the types of a browser: checking them would take most of the time.
    lib: ['lib.es2022.d.ts'],
    skipLibCheck: true,
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

const use = `import type { OrdersQuery, UpdateOrderMutationVariables } from './operations.js';
export const quantities = ({ orders }: OrdersQuery): number[] =>
  orders.results.flatMap(({ lineItems }) => lineItems.map(({ quantity }) => quantity));
export const confirm = (id: string, version: number): UpdateOrderMutationVariables => ({
  id, version, actions: [{ changeOrderState: { orderState: 'Confirmed' } }],
});
`;

test('compiles what graphql-codegen generates, and refuses a use that does not fit', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-codegen-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const [types, operations] = [await generate('typescript'), await generate('typescriptOperations')];
  t.match(types, /^export type Order = /m);
  t.match(operations, /^export type UpdateOrderMutationVariables = /m);
  t.same(compile(join(folder, 'fitting'), { 'types.ts': types, 'operations.ts': operations, 'use.ts': use }), []);
  const wrong = `${use}export const wrong: UpdateOrderMutationVariables['actions'] = [{ changeOrderStat: {} }];\n`;
  const [problem, ...others] = compile(join(folder, 'wrong'), { 'operations.ts': operations, 'use.ts': wrong });
  t.match(problem, /changeOrderStat/);
  t.same(others, []);
});
