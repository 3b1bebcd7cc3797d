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

/** `.address.country` for `#/address/country`, with the escapes of JSON pointers. */
const propertyOf = (location: string): string =>
  location
    .slice(1)
    .split('/')
    .slice(1)
    .map(part => `.${decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')}`)
    .join('');

/** A schema that contains others reports their failures, and a failure of its own that says nothing more. */
const containers: readonly string[] = ['properties', 'items', 'prefixItems', '$ref', 'allOf'];

const toValidationError = ({ keyword, instanceLocation, error }: OutputUnit): RJSFValidationError => ({
  name: keyword,
  property: propertyOf(instanceLocation),
  message: error,
  stack: `${propertyOf(instanceLocation)} ${error}`.trim(),
});

const errorsOf = (schema: RJSFSchema, formData: unknown): readonly OutputUnit[] =>
  formData === undefined ? [] : new Validator(schema as object, '2020-12', false).validate(formData).errors;

const validator: ValidatorType = {
  validateFormData(formData, schema): ValidationData<unknown> {
    const errors = errorsOf(schema, formData)
      .filter(({ keyword }) => !containers.includes(keyword))
      .map(toValidationError);
    return { errors, errorSchema: toErrorSchema(errors) };
  },
  /** Chooses the alternative of a schema that a value is of. */
  isValid(schema, formData, rootSchema): boolean {
    return errorsOf({ ...schema, $defs: rootSchema.$defs } as RJSFSchema, formData).length === 0;
  },
  rawValidation<Result = unknown>(schema: RJSFSchema, formData?: unknown) {
    return { errors: errorsOf(schema, formData) as Result[] };
  },
};

export default validator;
