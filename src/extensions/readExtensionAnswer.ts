/** What an extension answers: update actions, a refusal, or nonsense (ERR006, ERR007, ERR035, ERR037). */
import { Type, type Static } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { entriesMax } from '../engine/define/compileValidator.js';
import type { ExtensionIdentity } from '../engine/ExtensionCall.js';
import { readJsonObject } from '../engine/document/json.js';
import { type ApiError, type ErrorEntry, errorEntry, failAll } from '../errors/ApiError.js';
import { type ErrorCode, errorTable } from '../errors/errorTable.js';
import type { OutboundAnswer } from '../outbound/Outbound.js';
import { LocalizedString, NonEmptyText } from '../schema/primitives.js';

/** 400s that the specification names: what a client may have done wrong. */
const refusalCodes = Object.entries(errorTable)
  .filter(([, { status, origin }]) => status === 400 && origin === 'specification')
  .map(([code]) => code);

const Refusal = Type.Object({
  errors: Type.Array(
    Type.Object({
      code: Type.Unsafe<ErrorCode>({ type: 'string', enum: refusalCodes }),
      message: NonEmptyText,
      localizedMessage: Type.Optional(LocalizedString),
      extensionExtraInfo: Type.Optional(Type.Any()),
    }),
    { minItems: 1, maxItems: entriesMax },
  ),
});
const Actions = Type.Object({ actions: Type.Optional(Type.Array(Type.Any())) });

type Refused = Static<typeof Refusal>['errors'][number] & Readonly<Record<string, unknown>>;

const ajv = new Ajv({ strict: false, meta: false, validateSchema: false });
const isRefusal = ajv.compile<{ errors: Refused[] }>(Refusal);
const isActions = ajv.compile<Static<typeof Actions>>(Actions);

const named = ({ id, key }: ExtensionIdentity) => ({ extensionId: id, extensionKey: key });

/** ERR037 */
export const noResponseError = (by: ExtensionIdentity, message: string): ApiError =>
  failAll([{ ...errorEntry('ExtensionNoResponse', { message, ...named(by) }), errorByExtension: by }]);

/** ERR035 */
export const badResponseError = (by: ExtensionIdentity, what: string, status?: number): ApiError => {
  const message = `The answer of the extension cannot be used: expected status 200 or 201 with JSON that may hold actions, or 400 with errors; got ${what}.`;
  return failAll([
    {
      ...errorEntry('ExtensionBadResponse', {
        message,
        ...named(by),
        extensionStatusCode: status,
        extensionErrors: [],
      }),
      errorByExtension: by,
    },
  ]);
};

const parsed = (by: ExtensionIdentity, { status, text }: OutboundAnswer): Record<string, unknown> => {
  try {
    return readJsonObject(Buffer.from(text));
  } catch {
    throw badResponseError(by, `status ${status} with text that is no JSON object`, status);
  }
};

/** An entry as it came: of its members those that its code declares. */
const passedOn = (by: ExtensionIdentity, refused: Refused): ErrorEntry => {
  const { code, message, localizedMessage, extensionExtraInfo } = refused;
  const fields = errorTable[code].fields.map(name => name.replace('?', '')).filter(name => refused[name] !== undefined);
  return {
    code,
    message,
    ...Object.fromEntries(fields.map(name => [name, refused[name]])),
    errorByExtension: by,
    ...(localizedMessage !== undefined && { localizedMessage }),
    ...(extensionExtraInfo !== undefined && { extensionExtraInfo }),
  };
};

/** The update actions that an extension wants; throws the refusal that it passes on. */
export const readExtensionAnswer = (by: ExtensionIdentity, answer: OutboundAnswer): readonly unknown[] => {
  const { status, text } = answer;
  if (status === 400) {
    const body = parsed(by, answer);
    if (isRefusal(body)) throw failAll(body.errors.map(refused => passedOn(by, refused)));
    throw badResponseError(
      by,
      'status 400 without a list of errors, each with a message and a code that the API answers with as a 400',
      status,
    );
  }
  if (status !== 200 && status !== 201) throw badResponseError(by, `status ${status}`, status);
  if (text.trim() === '') return [];
  const body = parsed(by, answer);
  if (!isActions(body)) throw badResponseError(by, `status ${status} with 'actions' that are no array`, status);
  return body.actions ?? [];
};
