/**
 * Derives inputs from the declared shapes of drafts and actions, with the conversion of their values to REST values.
 */
import { isPresent } from '../../engine/document/json.js';
import type { TSchema } from '@sinclair/typebox';
import type { Action, ActionTable } from '../../engine/define/actions.js';
import type { Base } from '../../engine/define/Base.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import type { ReferenceMark } from '../../engine/schema/compilePaths.js';
import { nameOf } from '../../engine/schema/Named.js';
import type { Arguments } from '../GraphqlContext.js';
import {
  assertOneOf,
  type Convert,
  type Input,
  readAnyValue,
  readFieldValue,
  toCustomFieldsDraft,
  toFields,
  toCategoryOrderHints,
  toLocalizedText,
  toSearchKeywords,
  toTypedMoney,
} from './inputMembers.js';
import { pascalCase, withArticle, wordsOf } from '../../engine/schema/words.js';
import { actionInputName, fieldName, sharesInput, singular } from './names.js';
import type { SchemaText } from './SchemaText.js';
import {
  type ActionForm,
  actionForms,
  furtherMembers,
  inputShapes,
  inputTypes,
  optionalMembers,
} from './publishedForms.js';
import { kindShape, type Variants, variantInputs } from './variants.js';
import {
  enumValues,
  inputName,
  isLocalizedText,
  objectShape,
  type ObjectShape,
  referenceOf,
  scalarOf,
} from './shapes.js';

interface VariantSelectionInput {
  readonly includeOnly?: readonly string[] | null;
  readonly includeAllExcept?: readonly string[] | null;
}

const toVariantSelection = (input: VariantSelectionInput): object => {
  assertOneOf('A variant selection', input, ['includeOnly', 'includeAllExcept']);
  const type = isPresent(input.includeOnly) ? 'includeOnly' : 'includeAllExcept';
  return { type, skus: input[type] };
};

const localizedText: Input = { type: '[LocalizedStringItemInputType!]', convert: toLocalizedText };
const identifier: Input = { type: 'ResourceIdentifierInput' };
const fieldValues: Input = { type: '[CustomFieldInput!]', convert: toFields };
/** Takes the value of one field or attribute as JSON text. */
const fieldValue: Input = { type: 'String', convert: (text: string) => readFieldValue('value', text) };
/** Takes any value as JSON text. */
const anyValue = (name: string): Input => ({ type: 'String', convert: (text: string) => readAnyValue(name, text) });
/** Inputs that are written by hand and have another form than their declarations. */
const written: ReadonlyMap<string, Input> = new Map(
  [
    { type: 'CustomFieldsDraft', convert: toCustomFieldsDraft },
    { type: 'BaseMoneyInput', convert: toTypedMoney },
    { type: 'MoneyInput' },
    { type: 'ProductVariantSelectionDraft', convert: toVariantSelection },
  ].map(input => [input.type, input]),
);

/** Shapes whose members may have any names: their inputs are lists. */
const listed: ReadonlyMap<string, Input> = new Map<string, Input>([
  ['SearchKeywords', { type: '[SearchKeywordInput!]', convert: toSearchKeywords }],
  ['CategoryOrderHintsDraft', { type: '[CategoryOrderHintInput!]', convert: toCategoryOrderHints }],
]);

const undeclared: Readonly<Record<string, Input>> = { value: fieldValue, values: fieldValues };

/** Converts a field of an input to a member of REST. */
interface Conversion {
  readonly member: string;
  readonly convert?: Convert;
}

const convertMembers =
  (conversions: ReadonlyMap<string, Conversion>, emptyLists: readonly string[]): Convert =>
  (given: Arguments) =>
    Object.fromEntries(
      [...emptyLists.map(name => [name, []] as const), ...Object.entries(given)].map(([name, value]) => {
        const { member = name, convert } = conversions.get(name) ?? {};
        return [member, convert === undefined || !isPresent(value) ? value : convert(value as never)];
      }),
    );

type ConvertKind = (payload: Arguments) => object;

const convertKind =
  (name: string, conversions: ReadonlyMap<string, ConvertKind>): Convert =>
  (given: Arguments) => {
    const [[field, payload] = ['', undefined], ...others] = Object.entries(given).filter(([, each]) => isPresent(each));
    const convert = conversions.get(field);
    if (convert === undefined || others.length > 0) {
      const got = convert === undefined ? 'none' : [field, ...others.map(([each]) => each)].join(', ');
      throw invalidInput(
        `${name} must have exactly one of the members ${[...conversions.keys()].join(', ')}; got ${got}.`,
      );
    }
    return convert(payload as Arguments);
  };

/** Tells whether an action sets a Type: its identifier then has three forms, as in drafts of custom fields. */
const setsCustomType = ({ properties: { type, fields } }: ObjectShape): boolean =>
  (type?.identifier as ReferenceMark | undefined)?.typeId === 'type' && fields?.undeclared === 'values';

const typeIdentifiers = { typeId: 'typeId: String', typeKey: 'typeKey: String' };

const convertCustomType =
  (convert: Convert | undefined): Convert =>
  ({ typeId, typeKey, type, fields, ...rest }: Arguments) => ({
    ...(convert === undefined ? rest : (convert(rest as never) as object)),
    ...toCustomFieldsDraft({ typeId, typeKey, type, fields }),
  });

export class InputTypes {
  readonly #inputs = new Map<string, Input>();

  constructor(private readonly text: SchemaText) {}

  /** Returns the input of a declared shape, under this name. */
  object(name: string, shape: ObjectShape): Input {
    this.text.assertOneShape(name, shape);
    const known = this.#inputs.get(name);
    if (known !== undefined) return known;
    const { properties, required = [] } = shape;
    const conversions = new Map<string, Conversion>();
    const emptyLists: string[] = [];
    this.text.addType(name, 'input');
    for (const [member, declared] of Object.entries(properties)) {
      const taken = inputShapes.get(`${name} ${member}`) ?? declared;
      const { type, convert } = this.#inputOf(taken, name, member);
      const field = fieldName(name, member);
      const isOptional = !required.includes(member) || optionalMembers.has(`${name} ${member}`);
      this.text.addField(name, field, `${field}: ${type}${isOptional ? '' : '!'}`);
      this.text.describeMember(name, field, declared);
      if (convert !== undefined || field !== member) conversions.set(field, { member, convert });
      if (isOptional && required.includes(member) && declared.type === 'array') emptyLists.push(field);
    }
    // GraphQL has no inputs without members.
    if (Object.keys(properties).length === 0) this.text.addField(name, 'dummy', 'dummy: String');
    const input: Input = { type: name, convert: this.#conversion(name, conversions, emptyLists) };
    this.#inputs.set(name, input);
    return input;
  }

  /** Converts first the members that only GraphQL has, then the others; undefined where all have the form of REST. */
  #conversion(
    name: string,
    conversions: ReadonlyMap<string, Conversion>,
    emptyLists: readonly string[],
  ): Convert | undefined {
    const further = furtherMembers.get(name);
    for (const [field, type] of Object.entries(further?.fields ?? {}))
      this.text.addField(name, field, `${field}: ${type}`);
    if (conversions.size === 0 && emptyLists.length === 0) return further?.convert as Convert | undefined;
    const convert = convertMembers(conversions, emptyLists) as (given: Arguments) => object;
    return further === undefined ? convert : (given: Arguments) => convert(further.convert(given));
  }

  /** Returns the input of an action, where the identifier of a Type has three forms. */
  action(name: string, { schema }: Action<Base>): Input {
    const shape = schema as unknown as ObjectShape;
    const input = this.object(name, shape);
    if (!setsCustomType(shape)) return input;
    for (const [member, text] of Object.entries(typeIdentifiers)) this.text.addField(name, member, text);
    return { type: name, convert: convertCustomType(input.convert) };
  }

  /**
   * Adds an optional field for each action; returns the conversions by action. `merchantActions` is given if `table`
   * has the actions on the client's own resources: most inputs are the same for both.
   */
  actions(
    name: string,
    resource: string,
    table: ActionTable<Base>,
    merchantActions?: ActionTable<Base>,
  ): ReadonlyMap<string, Convert> {
    const converts = new Map<string, Convert>();
    this.text.addType(name, 'input');
    this.text.describe(name, `One update action of ${withArticle(wordsOf(resource))}: exactly one field is given.`);
    for (const [action, declared] of Object.entries(table)) {
      const merchants = merchantActions?.[action];
      const isShared = merchantActions === undefined || merchants === declared || sharesInput(resource, action);
      const input = actionInputName(resource, action, isShared ? '' : 'My', merchantActions !== undefined);
      const { type, convert } = this.action(input, isShared ? (merchants ?? declared) : declared);
      this.text.addField(name, action, `${action}: ${type}`);
      this.text.describe(type, `The update action \`${action}\`.`);
      if (convert !== undefined) converts.set(action, convert);
    }
    for (const [action, form] of Object.entries(actionForms[name] ?? {}))
      converts.set(action, this.#actionForm(name, action, form));
    return converts;
  }

  /** Adds an action that has another name over HTTP. */
  #actionForm(name: string, action: string, { input, fields, convert }: ActionForm): Convert {
    this.text.addField(name, action, `${action}: ${input}`);
    if (!this.text.isDerived(input)) {
      this.text.addType(input, 'input');
      this.text.describe(input, `The update action \`${action}\`.`);
      for (const [field, type] of Object.entries(fields)) this.text.addField(input, field, `${field}: ${type}`);
    }
    return convert;
  }

  #inputOf(declared: TSchema, parent: string, name: string): Input {
    const known = declared.type === 'array' ? undefined : inputTypes.get(`${parent} ${name}`);
    if (known !== undefined) return this.#known(known, declared);
    const undeclaredKind = declared.undeclared as string | undefined;
    if (undeclaredKind !== undefined) return undeclared[undeclaredKind]!;
    if (declared.identifier !== undefined) return identifier;
    if (referenceOf(declared) !== undefined) return { type: 'ReferenceInput' };
    if (isLocalizedText(declared)) return localizedText;
    const list = listed.get(nameOf(declared)?.component ?? '');
    if (list !== undefined) return list;
    const values = enumValues(declared);
    const given = inputName(declared);
    const suggested = given ?? parent + pascalCase(name);
    if (values !== undefined)
      return { type: this.text.enumName(values, suggested.replace(/Input$/, ''), given !== undefined) };
    const scalar = scalarOf(declared, name, parent);
    if (scalar !== undefined) return { type: scalar };
    if (declared.type === undefined && declared.anyOf === undefined) return anyValue(name);
    return declared.type === 'array' ? this.#list(declared, parent, name) : this.#object(declared, suggested);
  }

  /** Returns an input that the schema's text declares, or an object under another name than its declaration. */
  #known(input: Input, declared: TSchema): Input {
    const shape = objectShape(declared);
    return shape === undefined || this.text.isWritten(input.type) ? input : this.object(input.type, shape);
  }

  #list(declared: TSchema, parent: string, name: string): Input {
    const { type, convert } = this.#inputOf(declared.items as TSchema, parent, singular(name));
    return {
      type: `[${type}!]`,
      ...(convert && { convert: (list: readonly never[]) => list.map(each => convert(each)) }),
    };
  }

  #object(declared: TSchema, name: string): Input {
    const shape = objectShape(declared);
    if (shape === undefined) return { type: 'Json' };
    const variants = variantInputs.get(name);
    return variants === undefined
      ? (written.get(name) ?? this.object(name, shape))
      : this.#variants(name, variants, shape);
  }

  /** Returns an input with a field for each kind, of which exactly one is given. */
  #variants(name: string, { discriminator, kinds }: Variants, shape: ObjectShape): Input {
    const known = this.#inputs.get(name);
    if (known !== undefined) return known;
    const conversions = new Map<string, ConvertKind>();
    this.text.addType(name, 'input');
    this.text.describe(name, `One kind of ${wordsOf(name.replace(/(Draft|Input)$/, ''))}: exactly one field is given.`);
    for (const kind of kinds) {
      const { value, field = value, input = `${kind.type}Input` } = kind;
      const { type, convert } = this.object(input, kindShape(kind, shape, 'input'));
      this.text.addField(name, field, `${field}: ${type}`);
      conversions.set(field, payload => {
        const { dummy: _dummy, ...members } = payload;
        return { [discriminator]: value, ...((convert?.(members as never) ?? members) as object) };
      });
    }
    const input: Input = { type: name, convert: convertKind(name, conversions) };
    this.#inputs.set(name, input);
    return input;
  }
}
