import type { Static } from '@sinclair/typebox';
import { limits } from '../../base/config/limits.js';
import { type ErrorEntry, failAll } from '../../base/errors/ApiError.js';
import { type ErrorCode, errorTable } from '../../base/errors/errorTable.js';
import type { OutboundResponse } from '../../base/net/HttpOutbound.js';
import type { ExtensionIdentity } from '../../engine/ExtensionCall.js';
import { readJsonObject } from '../../engine/document/json.js';
import { Type } from '../../engine/schema/Type.js';
import { schemaGuard } from '../../engine/define/schemaErrors.js';
import { LocalizedString, NonEmptyText } from '../../engine/schema/primitives.js';

/** The codes that an extension may respond with: those of the specification with status 400. */
const allowedCodes = Object.entries(errorTable)
  .filter(([, { status, origin }]) => status === 400 && origin === 'specification')
  .map(([code]) => code);

const ErrorBody = Type.Object({
  errors: Type.Array(
    Type.Object({
      code: Type.Unsafe<ErrorCode>({ type: 'string', enum: allowedCodes }),
      message: NonEmptyText,
      localizedMessage: Type.Optional(LocalizedString),
      extensionExtraInfo: Type.Optional(Type.Any()),
    }),
    { minItems: 1, maxItems: limits.errorEntriesMax },
  ),
});

type ExtensionError = Static<typeof ErrorBody>['errors'][number] & Readonly<Record<string, unknown>>;

const isErrorBody = schemaGuard(ErrorBody);

const ActionsBody = Type.Object({ actions: Type.Optional(Type.Array(Type.Any())) });

const isActionsBody = schemaGuard(ActionsBody);

/**
 * Returns the update actions of an extension's response. Throws the errors that the extension responds with, and an
 * UnusableAnswer for any other response.
 */
export const readExtensionAnswer = (extension: ExtensionIdentity, response: OutboundResponse): readonly unknown[] => {
  const { status, text } = response;
  if (status === 400) {
    const body = parseBody(response);
    if (isErrorBody(body))
      throw failAll((body.errors as ExtensionError[]).map(error => toErrorEntry(extension, error)));
    throw new UnusableAnswer(
      'status 400 without a list of errors, each with a message and a code that the API answers with as a 400',
    );
  }
  if (status !== 200 && status !== 201) throw new UnusableAnswer(`status ${status}`);
  if (text.trim() === '') return [];
  const body = parseBody(response);
  if (!isActionsBody(body)) throw new UnusableAnswer(`status ${status} with 'actions' that are no array`);
  return body.actions ?? [];
};

const parseBody = ({ status, text }: OutboundResponse): Record<string, unknown> => {
  try {
    return readJsonObject(Buffer.from(text));
  } catch {
    throw new UnusableAnswer(`status ${status} with text that is no JSON object`);
  }
};

/** Copies an extension's error with the members that its code declares (ERR006, ERR007). */
const toErrorEntry = (extension: ExtensionIdentity, error: ExtensionError): ErrorEntry => {
  const { code, message, localizedMessage, extensionExtraInfo } = error;
  const fields = errorTable[code].fields.map(name => name.replace('?', '')).filter(name => error[name] !== undefined);
  return {
    code,
    message,
    ...Object.fromEntries(fields.map(name => [name, error[name]])),
    errorByExtension: extension,
    ...(localizedMessage !== undefined && { localizedMessage }),
    ...(extensionExtraInfo !== undefined && { extensionExtraInfo }),
  };
};

/** A response of an extension with neither actions nor errors; the message says what was received. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}
