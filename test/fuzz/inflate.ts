/** Inflates one place of a valid JSON body: a long text, a long list, an object with many members. */

type Path = readonly (string | number)[];

/** One way to inflate the value at one place. */
export interface Inflation {
  readonly path: Path;
  readonly kind: string;
  /** Makes the value `count` times as long. */
  readonly inflate: (value: unknown, count: number) => unknown;
}

/** A copy whose texts differ from those of all other copies, so that no two elements have the same key. */
const distinctCopy = (value: unknown, at: number): unknown => {
  if (typeof value === 'string') return `${value}${at}`;
  if (Array.isArray(value)) return value.map(each => distinctCopy(each, at));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === 'action' ? each : distinctCopy(each, at)]),
  );
};

const copies = (value: unknown, count: number, copy: (value: unknown, at: number) => unknown): unknown[] => {
  const [first = 'x'] = value as readonly unknown[];
  return Array.from({ length: count }, (_, at) => copy(first, at));
};

type Kinds = Readonly<Record<string, Inflation['inflate']>>;

const textKinds: Kinds = {
  'repeated text': (value, count) => (value as string).repeat(count),
  letters: (_, count) => 'a'.repeat(count),
  spaces: (_, count) => `x${' '.repeat(count)}`,
  'two letters': (_, count) => 'a-'.repeat(count),
  wildcards: (_, count) => '*a'.repeat(count),
  parentheses: (_, count) => '('.repeat(count),
  'escaped pairs': (_, count) => '😀"\\'.repeat(count),
  conditions: (value, count) => Array.from({ length: count }, () => value).join(' or '),
};

const listKinds: Kinds = {
  'equal elements': (value, count) => copies(value, count, each => each),
  'distinct elements': (value, count) => copies(value, count, distinctCopy),
  nulls: (_, count) => Array.from({ length: count }, () => null),
  nesting: (value, count) =>
    Array.from({ length: Math.min(count, 1_000) }).reduce<unknown>(inner => [inner], (value as unknown[])[0]),
};

const objectKinds: Kinds = {
  members: (value, count) => ({
    ...(value as object),
    ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, Object.values(value as object)[0]])),
  }),
  'null members': (value, count) => ({
    ...(value as object),
    ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, null])),
  }),
};

const kindsOf = (value: unknown): Kinds => {
  if (typeof value === 'string') return textKinds;
  if (Array.isArray(value)) return listKinds;
  return typeof value === 'object' && value !== null ? objectKinds : {};
};

/** All ways to inflate a body, at all of its places. */
export const inflationsOf = (value: unknown, path: Path = []): Inflation[] => {
  const here = Object.entries(kindsOf(value)).map(([kind, inflate]) => ({ path, kind, inflate }));
  if (typeof value !== 'object' || value === null) return here;
  const within = Array.isArray(value) ? value.slice(0, 1).map((each, at) => [at, each]) : Object.entries(value);
  return [...here, ...within.flatMap(([name, each]) => inflationsOf(each, [...path, name as string]))];
};

/** The body with one place inflated. */
export const inflateAt = (
  body: unknown,
  { path, inflate }: Pick<Inflation, 'path' | 'inflate'>,
  count: number,
): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return inflate(body, count);
  const inner = inflateAt((body as Record<string, unknown>)[name], { path: rest, inflate }, count);
  return Array.isArray(body) ? body.with(Number(name), inner) : { ...(body as object), [name]: inner };
};
