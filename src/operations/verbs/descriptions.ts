/** The descriptions of operations on resources of any type, which rows of the table of verbs share. */
import { required } from '../../base/errors/ApiError.js';
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { spacedWords, withArticle } from '../../engine/schema/words.js';
import { graphqlErrorSchema, graphqlRequestSchema, graphqlResponseSchema } from '../schemas/graphqlSchemas.js';
import {
  graphqlParameters,
  pageParameters,
  removalParameters,
  resourceParameters,
} from '../schemas/parameterDescriptions.js';
import { draftSchema, pagedQuerySchema, resourceSchema, updateSchema } from '../schemas/resourceSchemas.js';
import type { DescribeSchema, OperationContext, OperationDescription } from '../schemas/OperationDescription.js';

export const definitionOf = ({ definition, route }: OperationContext): ResourceDefinition =>
  required(definition, `the resource type of ${route.path}`);

const nounOf = (context: OperationContext): string => withArticle(definitionOf(context).typeId);
const pluralOf = (context: OperationContext): string => spacedWords(definitionOf(context).path);

export const resourceAnswer: DescribeSchema = context =>
  resourceSchema(context.components, definitionOf(context), context.route.own);
export const pageAnswer: DescribeSchema = context =>
  pagedQuerySchema(context.components, definitionOf(context), context.route.own);
export const draftBody: DescribeSchema = context =>
  draftSchema(context.components, definitionOf(context), context.route.creation, context.route.own);
const updateBody: DescribeSchema = context =>
  updateSchema(context.components, definitionOf(context), context.route.own);

export const creation = {
  summary: context => `Creates ${nounOf(context)}.`,
  body: draftBody,
  status: 201,
  answer: resourceAnswer,
  parameters: resourceParameters,
} satisfies OperationDescription;

export const replacement = {
  ...creation,
  summary: context => `Creates ${nounOf(context)}, or replaces the one that has its address.`,
  otherStatus: 200,
} satisfies OperationDescription;

export const reading = {
  summary: context => `Returns ${nounOf(context)}.`,
  status: 200,
  answer: resourceAnswer,
  parameters: resourceParameters,
} satisfies OperationDescription;

export const query = {
  summary: context => `Queries ${pluralOf(context)}.`,
  status: 200,
  answer: pageAnswer,
  parameters: pageParameters,
} satisfies OperationDescription;

export const update = {
  summary: context => `Updates ${nounOf(context)}.`,
  body: updateBody,
  status: 200,
  answer: resourceAnswer,
  parameters: resourceParameters,
} satisfies OperationDescription;

export const removal = {
  summary: context => `Deletes ${nounOf(context)}.`,
  status: 200,
  answer: resourceAnswer,
  parameters: removalParameters,
} satisfies OperationDescription;

export const graphqlRequest = (summary: string): OperationDescription => ({
  summary,
  body: ({ components }) => graphqlRequestSchema(components),
  status: 200,
  answer: ({ components }) => graphqlResponseSchema(components),
  refusal: ({ components }) => graphqlErrorSchema(components),
  parameters: graphqlParameters,
  errors: ({ body }) => (body === 'none' ? [405] : []),
});

/** Operations whose rate is limited, against guessed passwords and too many tokens. */
export const throttled: Pick<OperationDescription, 'errors'> = { errors: () => [429] };
