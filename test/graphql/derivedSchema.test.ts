/** The schema is derived from the declarations: a resource type needs no code in the schema. */
import {
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  validateSchema,
} from 'graphql';
import { test } from '../support/tap.js';
import { action, set, unchanged } from '../../src/engine/define/actions.js';
import type { Base, Sends } from '../../src/engine/define/Base.js';
import { creation, defineResource } from '../../src/engine/define/defineResource.js';
import { createSchema } from '../../src/operations/graphqlSchema.js';
import { apiSchema } from '../support/apiSchema.js';
import { resourceNames } from '../../src/graphql/derive/names.js';
import { definitions } from '../../src/commerce/resources/index.js';
import { CustomFields, CustomFieldsDraft } from '../../src/engine/schema/customFields.js';
import { Money, MoneyDraft } from '../../src/commerce/values/money.js';
import { Key, List, LocalizedString, OneOf, Optional, Shape } from '../../src/engine/schema/primitives.js';
import { Reference, ResourceIdentifier } from '../../src/engine/schema/reference.js';
import type { TypeId } from '../../src/engine/schema/TypeId.js';

interface Voucher extends Base, Sends<'voucher'> {
  readonly key: string;
}

declare module '../../src/engine/define/Message.js' {
  interface SentMessages {
    readonly voucher: Readonly<Record<never, never>>;
  }
}

const common = { key: Key, name: Optional(LocalizedString), kind: OneOf(['Gift', 'Refund']) };

const voucher = defineResource<Voucher>({
  typeId: 'gift-voucher' as TypeId,
  path: 'gift-vouchers',
  scopes: { read: ['view_orders'], write: ['manage_orders'] },
  resource: Shape({
    ...common,
    value: Money,
    customer: Optional(Reference('customer')),
    parts: List(Shape({ amount: Money })),
    custom: Optional(CustomFields),
  }),
  draft: creation(
    Shape({
      ...common,
      value: MoneyDraft,
      customer: Optional(ResourceIdentifier('customer')),
      custom: Optional(CustomFieldsDraft),
    }),
    ({ key }) => ({ members: { key } }),
  ),
  actions: { setName: set<Voucher>('name' as never, LocalizedString), redeem: action({}, () => unchanged) },
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  messages: {},
});

interface TypedField {
  readonly name: string;
  readonly type: GraphQLType;
  readonly args?: readonly TypedField[];
}

/** The fields of a type or input; none for scalars and enumerations. */
const fieldsOf = (type: GraphQLNamedType | undefined): TypedField[] =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values(type.getFields() as Readonly<Record<string, TypedField>>)
    : [];

const shapeOf = (schema: GraphQLSchema, name: string): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(schema.getType(name)).map(({ name: field, type, args = [] }) => {
      const given = args.map(arg => `${arg.name}: ${String(arg.type)}`).join(', ');
      return [field, `${given === '' ? '' : `(${given}) `}${String(type)}`];
    }),
  );

test('the schema is valid', async t => {
  t.same(validateSchema(apiSchema()), []);
});

test('a resource type that is declared has its types, queries and mutations', async t => {
  const schema = createSchema([...definitions, voucher]);
  t.same(validateSchema(schema), []);
  t.same(shapeOf(schema, 'GiftVoucher'), {
    id: 'String!',
    version: 'Long!',
    createdAt: 'DateTime!',
    lastModifiedAt: 'DateTime!',
    createdBy: 'Initiator',
    lastModifiedBy: 'Initiator',
    lastMessageSequenceNumber: 'Long!',
    key: 'String!',
    name: '(locale: Locale, acceptLanguage: [Locale!]) String',
    nameAllLocales: '[LocalizedString!]',
    kind: 'GiftVoucherKind!',
    value: 'Money!',
    customerRef: 'Reference',
    customer: 'Customer',
    parts: '[GiftVoucherPart!]!',
    custom: 'CustomFieldsType',
    customFields: 'Type',
    customFieldsRaw: '(includeNames: [String!], excludeNames: [String!]) [RawCustomField!]',
    customFieldList: '(includeNames: [String!], excludeNames: [String!]) [CustomField!]',
  });
  t.same(shapeOf(schema, 'GiftVoucherDraft'), {
    key: 'String!',
    name: '[LocalizedStringItemInputType!]',
    kind: 'GiftVoucherKind!',
    value: 'MoneyInput!',
    customer: 'ResourceIdentifierInput',
    custom: 'CustomFieldsDraft',
  });
  t.same(shapeOf(schema, 'GiftVoucherUpdateAction'), {
    setName: 'SetGiftVoucherName',
    redeem: 'RedeemGiftVoucher',
  });
  t.same(shapeOf(schema, 'RedeemGiftVoucher'), { dummy: 'String' });
  const { giftVoucher, giftVouchers } = shapeOf(schema, 'Query');
  t.same(
    { giftVoucher, giftVouchers },
    {
      giftVoucher: '(id: String, key: String) GiftVoucher',
      giftVouchers: '(where: String, sort: [String!], limit: Int, offset: Int) GiftVoucherQueryResult!',
    },
  );
  const { createGiftVoucher, updateGiftVoucher, deleteGiftVoucher } = shapeOf(schema, 'Mutation');
  t.same(
    { createGiftVoucher, updateGiftVoucher, deleteGiftVoucher },
    {
      createGiftVoucher: '(draft: GiftVoucherDraft!) GiftVoucher',
      updateGiftVoucher: '(id: String, key: String, version: Long!, actions: [GiftVoucherUpdateAction!]!) GiftVoucher',
      deleteGiftVoucher: '(id: String, key: String, version: Long!) GiftVoucher',
    },
  );
});

test('every type but those of a page is used', async t => {
  const schema = apiSchema();
  const used = new Set<string>(['Query', 'Mutation', 'Versioned']);
  for (const { type, args = [] } of Object.values(schema.getTypeMap()).flatMap(fieldsOf))
    for (const each of [type, ...args.map(arg => arg.type)]) used.add(getNamedType(each).name);
  const unused = Object.values(schema.getTypeMap())
    .filter(({ name }) => !used.has(name) && !name.startsWith('__'))
    // The types of an interface are named by no field.
    .filter(type => !isObjectType(type) || type.getInterfaces().length === 0)
    .map(({ name }) => name);
  t.same(unused, []);
});

test('every member of every resource type has a field', async t => {
  const schema = apiSchema();
  const shown = definitions.filter(({ routes }) => routes !== 'none');
  t.ok(shown.length > 20);
  for (const definition of shown) {
    const fields = new Set(fieldsOf(schema.getType(resourceNames(definition).type)).map(({ name }) => name));
    const formsOf = (member: string) => [
      member,
      `${member}Ref`,
      `${member}Refs`,
      `${member}AllLocales`,
      `${member}Raw`,
    ];
    t.same(
      Object.keys(definition.resource.properties).filter(member => !formsOf(member).some(form => fields.has(form))),
      [],
      definition.typeId,
    );
  }
});
