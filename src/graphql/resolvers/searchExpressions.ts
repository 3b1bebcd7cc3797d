/** Converts the conditions and facets of a product search to the syntax of the HTTP API. */
import { invalidInput } from '../../base/errors/ApiError.js';
import { isPresent } from '../../engine/document/json.js';
import type { Arguments } from '../GraphqlContext.js';

interface Range {
  readonly from: string;
  readonly to: string;
}
/** A model of one kind; its members depend on the kind. */
interface Model {
  readonly path: string;
  readonly values?: readonly string[];
  readonly ranges?: readonly Range[];
  readonly rootValues?: readonly string[];
  readonly subTreeValues?: readonly string[];
  readonly alias?: string | null;
  readonly countProducts?: boolean | null;
}

/** Quotes a text: a number in quotation marks is compared with texts, and with numbers where the path has some. */
const quoted = (text: string): string => (/^".*"$/s.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`);
const bound = (text: string): string => (text.trim() === '*' ? '*' : quoted(text));

const rangesOf = (ranges: readonly Range[] = []): string =>
  `range ${ranges.map(({ from, to }) => `(${bound(from)} to ${bound(to)})`).join(', ')}`;

const optionsOf = ({ alias, countProducts }: Model): string =>
  (typeof alias === 'string' ? ` as ${alias}` : '') + (countProducts === true ? ' counting products' : '');

/** Writes the conditions of a model; a model without values restricts nothing, like a blank text. */
const conditionsOn = (path: string, conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `${path}:${conditions.join(', ')}`;

const filterKinds: Readonly<Record<string, (model: Model) => string>> = {
  value: ({ path, values = [] }) => conditionsOn(path, values.map(quoted)),
  range: ({ path, ranges = [] }) => conditionsOn(path, ranges.length === 0 ? [] : [rangesOf(ranges)]),
  missing: ({ path }) => `${path}:missing`,
  exists: ({ path }) => `${path}:exists`,
  tree: ({ path, rootValues = [], subTreeValues = [] }) =>
    conditionsOn(path, [...rootValues.map(quoted), ...subTreeValues.map(each => `subtree(${quoted(each)})`)]),
};
const facetKinds: Readonly<Record<string, (model: Model) => string>> = {
  terms: model => model.path + optionsOf(model),
  range: model => `${model.path}:${rangesOf(model.ranges)}${optionsOf(model)}`,
};

type Given = readonly [name: string, value: unknown];

const singleField = (name: string, input: object, fields: readonly string[]): Given => {
  const given = Object.entries(input).filter(([, value]) => isPresent(value));
  const [first, ...others] = given;
  if (first !== undefined && others.length === 0) return first;
  const got = given.length === 0 ? 'none' : given.map(([field]) => field).join(', ');
  throw invalidInput(`Each of ${name} takes exactly one of the fields ${fields.join(', ')}; got ${got}.`);
};

const expressionsOf =
  (kinds: typeof filterKinds) =>
  (args: Arguments, name: string): string[] =>
    ((args[name] ?? []) as readonly object[]).map(input => {
      const [form, value] = singleField(name, input, ['string', 'model']);
      if (form === 'string') return value as string;
      const [kind, model] = singleField(name, value as object, Object.keys(kinds));
      return kinds[kind]!(model as Model);
    });

export const filterExpressions = expressionsOf(filterKinds);
export const facetExpressions = expressionsOf(facetKinds);
