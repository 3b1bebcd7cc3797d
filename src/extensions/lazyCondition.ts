/**
 * Evaluates the condition of a trigger on a resource (ERR034). The condition was checked when the extension was saved;
 * it cannot be evaluated when a later version of the server limits predicates otherwise, or has other fields. A field
 * that only this resource lacks is undefined, as in any query.
 */
import type { ExtensionIdentity } from '../engine/ExtensionCall.js';
import { isJsonObject } from '../engine/document/isJsonObject.js';
import { withDerivedFields } from '../engine/derivedFields.js';
import { compilePredicate } from '../engine/query/predicate/compilePredicate.js';
import { withoutParameter } from '../engine/query/predicate/predicateSyntaxError.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import { ApiError, errorEntry, failAll } from '../errors/ApiError.js';
import { parseCondition } from '../resources/extension/triggers.js';

const evaluationError = (extension: ExtensionIdentity, problem: string): ApiError => {
  const message = `The condition of the extension cannot be evaluated. ${problem}`;
  return failAll([{ ...errorEntry('ExtensionPredicateEvaluationFailed', { message }), errorByExtension: extension }]);
};

type Condition = (resource: unknown) => boolean;

const compileCondition = (text: string, extension: ExtensionIdentity, resourceType: ResourceType): Condition => {
  try {
    const matches = compilePredicate(parseCondition(text, resourceType).predicate);
    return resource =>
      matches(isJsonObject(resource) ? withDerivedFields(resourceType.derivedFields, resource) : resource);
  } catch (error) {
    throw error instanceof ApiError ? evaluationError(extension, withoutParameter(error.message)) : error;
  }
};

/** Returns a condition that is compiled at its first evaluation. */
export const lazyCondition = (
  text: string,
  extension: ExtensionIdentity,
): ((resourceType: ResourceType, resource: unknown) => boolean) => {
  let condition: Condition | undefined;
  return (resourceType, resource) => (condition ??= compileCondition(text, extension, resourceType))(resource);
};
