/** Compares the fields that queries can name with the members that the types of the SDK have. */
import { test } from '../../support/tap.js';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { FieldShape } from '../../../src/engine/define/FieldShape.js';
import { required } from '../../../src/base/errors/ApiError.js';
import { pascalCase } from '../../../src/engine/schema/words.js';
import { definitions, resourceTypes } from '../../../src/commerce/resources/index.js';

const sdk = fileURLToPath(import.meta.resolve('@commercetools/platform-sdk')).replace(/dist\/.*$/, '');
const entry = `${sdk}dist/declarations/src/index.d.ts`;
const program = ts.createProgram([entry], {
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ES2022,
  // The declarations need neither the types of browsers nor those of other packages.
  lib: ['lib.es2022.d.ts'],
  types: [],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
});
const checker = program.getTypeChecker();
const index = required(checker.getSymbolAtLocation(required(program.getSourceFile(entry), entry)), 'the SDK');
const exported = new Map(checker.getExportsOfModule(index).map(symbol => [symbol.name, symbol]));

const typeNamed = (name: string): ts.Type => {
  const symbol = required(exported.get(name), `the type ${name} of the SDK`);
  return checker.getDeclaredTypeOfSymbol(
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol),
  );
};

/** Returns the object types among the alternatives of a type, or of the elements of a list. */
const objectTypes = (type: ts.Type): ts.Type[] => {
  if (type.isUnion()) return type.types.flatMap(objectTypes);
  if (checker.isArrayType(type)) return checker.getTypeArguments(type as ts.TypeReference).flatMap(objectTypes);
  const isMap = checker.getIndexInfosOfType(type).length > 0;
  return (type.flags & ts.TypeFlags.Object) !== 0 && !isMap ? [type] : [];
};

const memberShape = (shape: FieldShape, name: string): FieldShape | undefined =>
  shape.kind === 'object' ? (shape.members.get(name) ?? shape.others?.shape) : undefined;

/** Lists the paths of members that queries cannot name. Expanded references (`obj`) are not stored. */
const unknownPaths = (type: ts.Type, shape: FieldShape, path = ''): string[] => {
  if (shape.kind === 'any' || shape.kind === 'declared') return [];
  const paths = objectTypes(type).flatMap(object =>
    object.getProperties().flatMap(property => {
      if (property.name === 'obj') return [];
      const at = path === '' ? property.name : `${path}.${property.name}`;
      const member = memberShape(shape, property.name);
      return member === undefined ? [at] : unknownPaths(checker.getTypeOfSymbol(property), member, at);
    }),
  );
  return [...new Set(paths)];
};

/** According to the documentation, queries cannot name these members of variants. */
const unqueryable = /(?:^|\.)(?:variant|masterVariant|variants)\.(?:price|recurrencePrices)$/;

/** The SDK has no types of the internal resource types; the project is not queried; messages are tested below. */
const others = [
  'category-move',
  'customer-email-token',
  'customer-password-token',
  'definition-change',
  'project',
  'message',
];

/** Returns the name of the type in the SDK, which differs from the reference's name once. */
const sdkName = (typeId: string): string => (typeId === 'key-value-document' ? 'CustomObject' : pascalCase(typeId));

for (const { typeId, fieldShape } of resourceTypes.filter(each => !others.includes(each.typeId)))
  test(`where and sort know every member of ${sdkName(typeId)} in the SDK`, async t => {
    const unknown = unknownPaths(typeNamed(sdkName(typeId)), fieldShape());
    t.same(
      unknown.filter(path => !unqueryable.test(path)),
      [],
    );
    t.not(unknownPaths(typeNamed(sdkName(typeId)), { kind: 'object', members: new Map() }).length, 0);
  });

test('where and sort know every member of the declared messages, and the SDK knows each of them (EVT001)', t => {
  const { fieldShape } = required(
    resourceTypes.find(({ typeId }) => typeId === 'message'),
    'messages',
  );
  const types = definitions.flatMap(({ messaging }) => Object.keys(messaging?.payloads ?? {}));
  const known = types.filter(type => exported.has(`${type}Message`));
  // Later versions of the SDK have the messages about store URLs and estimated deliveries.
  const later = /^(Store\w+Url(Template)?|(Cart|Order)EstimatedDelivery)Set$/;
  t.equal(types.filter(type => later.test(type)).length, 12);
  // The GraphQL schema of the hosted service has these messages, but this server sends none of them.
  t.same(types.filter(type => !known.includes(type) && !later.test(type)).sort(), [
    'CartCreated',
    'OrderShippingContainerSet',
    'OrderShippingUpdated',
    'PurchaseOrderNumberSet',
    'StandalonePriceExpiresAtSet',
  ]);
  // The SDK has these members, but no message of this server does.
  t.same(
    [...new Set(known.flatMap(type => unknownPaths(typeNamed(`${type}Message`), fieldShape())))],
    ['newShippingDetail', 'nameAllLocales', 'updatedPrices'],
  );
  t.end();
});
