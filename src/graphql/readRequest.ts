/** Reads a request of GraphQL over HTTP: from the query string of a GET, or from the body of a POST. */
import { limits } from '../base/config/limits.js';
import { ApiError, fail, errorEntry, failAll, invalidInput } from '../base/errors/ApiError.js';
import { readParameters } from '../engine/queryParameters.js';
import { decodeText, describeJson, parseJson, readJson, isJsonObject } from '../engine/document/json.js';

/** The media type of GraphQL over HTTP for responses; `application/json` is used unless a client prefers this one. */
export const graphqlResponseType = 'application/graphql-response+json';

/**
 * Refuses nulls in lists, which no list of the schema accepts, before variables are validated: graphql-jit reports each
 * null with the first elements of the list in full; some hundred kilobytes would become gigabytes of messages.
 */
const assertVariables = (variables: object): void => {
  const pending: object[] = [variables];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const members = Object.values(value) as unknown[];
    if (Array.isArray(value) && members.includes(null))
      throw invalidInput('A list among the variables holds null; its elements have to be given.');
    for (const member of members) if (typeof member === 'object' && member !== null) pending.push(member);
  }
};

/** The parts of an HTTP request that may hold a GraphQL request. */
export interface GraphqlSource {
  /** The query string, still percent-encoded. */
  readonly query: string;
  readonly body: Uint8Array;
  /** The media type of the body; empty for a GET. */
  readonly bodyType: string;
}

interface GraphqlParameters {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

const malformedField = (field: string, expected: string, value: unknown) =>
  fail('InvalidJsonInput', {
    message: `Malformed field '${field}': expected ${expected}, got ${describeJson(value)}.`,
  });

/** Keeps nulls, since a variable that is null differs from an absent one. */
const checkParameters = (parameters: Readonly<Record<string, unknown>>): GraphqlParameters => {
  const { query, operationName, extensions } = parameters;
  const variables = parameters.variables ?? {};
  if (query === undefined || query === null)
    throw failAll([errorEntry('RequiredField', { field: 'query', expected: 'a GraphQL document' })]);
  if (typeof query !== 'string') throw malformedField('query', 'a string', query);
  if (!isJsonObject(variables)) throw malformedField('variables', 'an object', variables);
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    throw malformedField('operationName', 'a string', operationName);
  if (extensions !== undefined && extensions !== null && !isJsonObject(extensions))
    throw malformedField('extensions', 'an object', extensions);
  assertVariables(variables);
  // Clients send an empty name for documents with one operation.
  return { query, variables, operationName: operationName || undefined };
};

const jsonParameter = (search: URLSearchParams, name: string): unknown => {
  const text = search.get(name);
  if (text === null) return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw fail('InvalidJsonInput', {
      message: `The query parameter '${name}' does not contain valid JSON.`,
      detailedErrorMessage: (error as Error).message,
    });
  }
};

const readSearch = (query: string): Record<string, unknown> => {
  const search = readParameters(query);
  return {
    query: search.get('query'),
    operationName: search.get('operationName'),
    variables: jsonParameter(search, 'variables'),
    extensions: jsonParameter(search, 'extensions'),
  };
};

const arrayStart = /^\s*\[/;

const readBody = (body: Uint8Array): Record<string, unknown> => {
  if (arrayStart.test(Buffer.from(body.subarray(0, 100)).toString('latin1')))
    throw fail('InvalidJsonInput', {
      message: 'Batches of GraphQL requests are not supported: expected one request as a JSON object, got an array.',
    });
  return readJson(body, limits.visitorBodyValuesMax);
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The text is no JSON.
    return false;
  }
};

/** Returns the document of a body that is no JSON; undefined for JSON and for malformed UTF-8 (refused by readJson). */
const bareDocument = (body: Uint8Array): string | undefined => {
  try {
    const text = decodeText(body);
    return text.trim() === '' || isJson(text) ? undefined : text;
  } catch {
    // A body that is no text is refused where it is read.
    return undefined;
  }
};

/**
 * Reads a request. A body of `application/graphql` is a document, as usual for GraphQL servers, or the same JSON as of
 * `application/json`, as versions of the SDK before 7.25 send it.
 */
export const readRequest = ({ query, body, bodyType }: GraphqlSource): GraphqlParameters => {
  if (bodyType === '') return checkParameters(readSearch(query));
  const document = bodyType === 'application/graphql' ? bareDocument(body) : undefined;
  return checkParameters(document === undefined ? readBody(body) : { query: document });
};

/** An object of a response, as resolvers read it. */
export type JsonObject = Readonly<Record<string, unknown>>;
