/** Reads the types of the public SDK for requests: bodies with their members, and query parameters. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { sdkFolder, sdkRequests } from './sdkApi.mjs';

const generated = join(sdkFolder, 'dist', 'declarations', 'src', 'generated');

const filesIn = folder =>
  readdirSync(folder, { recursive: true })
    .filter(name => name.endsWith('.d.ts'))
    .map(name => join(folder, name));

const parse = file => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false);

/** Returns interfaces and aliases by name; a name identifies one type in the whole SDK. */
const readDeclarations = () => {
  const found = new Map();
  for (const file of filesIn(join(generated, 'models')))
    for (const statement of parse(file).statements)
      if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
        found.set(statement.name.text, statement);
  return found;
};

/** Reads the declarations of the SDK and answers questions about its types. */
export const readSdkTypes = () => {
  const declarations = readDeclarations();

  const ofInterface = ({ members, heritageClauses = [] }) => [
    ...heritageClauses.flatMap(({ types }) => types).flatMap(({ expression }) => objectsOf(expression.text)),
    new Map(members.filter(ts.isPropertySignature).map(({ name, type }) => [name.text, type])),
  ];

  /** Returns the object types in a type: those of a union, of the elements of a list, and of types that it extends. */
  const objectsOf = type => {
    if (typeof type === 'string') {
      const declared = declarations.get(type);
      if (declared === undefined) return [];
      return ts.isInterfaceDeclaration(declared) ? ofInterface(declared) : objectsOf(declared.type);
    }
    if (ts.isTypeReferenceNode(type)) return objectsOf(type.typeName.text);
    if (ts.isUnionTypeNode(type)) return type.types.flatMap(objectsOf);
    return ts.isArrayTypeNode(type) ? objectsOf(type.elementType) : [];
  };

  /** Returns the members of a type by name, each with the types that it has in the parts of a union. */
  const membersOf = types => {
    const members = new Map();
    for (const object of types.flatMap(objectsOf))
      for (const [name, type] of object) members.set(name, [...(members.get(name) ?? []), type]);
    return members;
  };

  /** Returns the payloads of the update actions of an update's type, by the name of the action. */
  const actionsOf = update => {
    const union = [...(membersOf([update]).get('actions') ?? [])].map(({ elementType }) => elementType.typeName.text);
    const parts = union.flatMap(name => {
      const { type } = declarations.get(name);
      return ts.isUnionTypeNode(type) ? type.types : [type];
    });
    return new Map(
      parts.flatMap(part => {
        const [literal] = objectsOf(part).flatMap(object => {
          const name = object.get('action');
          return name !== undefined && ts.isLiteralTypeNode(name) ? [name.literal.text] : [];
        });
        return literal === undefined ? [] : [[literal, part.typeName.text]];
      }),
    );
  };

  return { membersOf, actionsOf };
};

const argumentsOf = (methodArguments, name) =>
  methodArguments?.members.find(member => member.name?.text === name)?.type;

/** Returns the methods of the builders, with the type of their bodies and the names of their query parameters. */
const readBuilders = () => {
  const methods = new Map();
  for (const file of filesIn(join(generated, 'client')))
    for (const statement of parse(file).statements)
      if (ts.isClassDeclaration(statement))
        for (const { name, parameters } of statement.members.filter(ts.isMethodDeclaration)) {
          const given = parameters[0]?.type;
          const literal = given !== undefined && ts.isTypeLiteralNode(given) ? given : undefined;
          const query = argumentsOf(literal, 'queryArgs');
          methods.set(`${statement.name.text} ${name.text.toUpperCase()}`, {
            body: argumentsOf(literal, 'body')?.typeName?.text,
            query: (query?.members ?? []).filter(ts.isPropertySignature).map(each => each.name.text),
          });
        }
  return methods;
};

/** Returns `[{ method, path, body, query }]`: `body` names a type, `query` lists parameters. */
export const sdkRequestTypes = () => {
  const builders = readBuilders();
  return sdkRequests().map(({ method, path, builder }) => ({
    method,
    path,
    ...(builders.get(`${builder} ${method}`) ?? { query: [] }),
  }));
};
