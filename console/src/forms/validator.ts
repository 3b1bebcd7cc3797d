/**
 * Validates forms by interpreting their schema. The usual validator of forms compiles a schema to code, which the
 * Content-Security-Policy of the console forbids.
 */
import { type OutputUnit, Validator } from '@cfworker/json-schema';
import {
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  type ValidationData,
  type ValidatorType,
} from '@rjsf/utils';
import i18next from 'i18next';
import type { JsonSchema } from '../api/description';
import { narrowSchema, withoutEmptyParts } from './formBody';

/** Converts a JSON pointer: `.address.country` for `#/address/country`. */
const propertyOf = (location: string): string =>
  location
    .slice(1)
    .split('/')
    .slice(1)
    .map(part => `.${decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')}`)
    .join('');

/** Schemas that contain others report the failures of these, and additionally a failure without information. */
const containers: readonly string[] = ['properties', 'items', 'prefixItems', '$ref', 'allOf', 'anyOf', 'oneOf'];

const missingMember = /required property "([^"]+)"/;

const toValidationError = ({ keyword, instanceLocation, error }: OutputUnit): RJSFValidationError => {
  const missing = keyword === 'required' ? missingMember.exec(error)?.[1] : undefined;
  const property = propertyOf(instanceLocation) + (missing === undefined ? '' : `.${missing}`);
  const isMissing = missing !== undefined || keyword === 'minProperties';
  const message = isMissing ? i18next.t('form.required') : error;
  return { name: keyword, property, message, stack: `${property} ${message}`.trim() };
};

/** Removes the undefined values of new elements of a list, which JSON does not have. */
const asJson = (formData: unknown): unknown => JSON.parse(JSON.stringify(formData)) as unknown;

const errorsOf = (schema: RJSFSchema, formData: unknown): readonly OutputUnit[] =>
  formData === undefined ? [] : new Validator(schema as object, '2020-12', false).validate(asJson(formData)).errors;

const validator: ValidatorType = {
  /** Removes empty parts before the check, since they are not sent; so their required members are not needed. */
  validateFormData(formData, schema): ValidationData<unknown> {
    const data = withoutEmptyParts(schema as JsonSchema, formData);
    const errors = errorsOf(narrowSchema(schema as JsonSchema, data) as RJSFSchema, data)
      .filter(({ keyword }) => !containers.includes(keyword))
      .map(toValidationError);
    return { errors, errorSchema: toErrorSchema(errors) };
  },
  /** Tells whether a value matches an alternative of a schema. */
  isValid(schema, formData, rootSchema): boolean {
    return errorsOf({ ...schema, $defs: rootSchema.$defs } as RJSFSchema, formData).length === 0;
  },
  rawValidation<Result = unknown>(schema: RJSFSchema, formData?: unknown) {
    return { errors: errorsOf(schema, formData) as Result[] };
  },
};

export default validator;
