/** The HTTP destination of an extension, with its authentication. */
import type { Static } from '@sinclair/typebox';
import { requiredField, invalidField } from '../../../base/errors/ApiError.js';
import { OneOf, Optional, Shape } from '../../../engine/schema/primitives.js';
import {
  assertUnmasked,
  HeaderValue,
  masked,
  maskedHeader,
  ServiceUrl,
} from '../../../engine/schema/externalService.js';
import { Named } from '../../../engine/schema/Named.js';

const Authentication = Named(
  'HttpDestinationAuthentication',
  Shape({
    type: OneOf(['AuthorizationHeader', 'AzureFunctions']),
    headerValue: Optional(HeaderValue),
    key: Optional(HeaderValue),
  }),
);

export const Destination = Named(
  'ExtensionDestination',
  Shape(
    { type: OneOf(['HTTP']), url: ServiceUrl, authentication: Optional(Authentication) },
    { queryableMembers: ['arn', 'accessKey', 'accessSecret'] },
  ),
);

/** `url` is optional here, so that a destination of another type is refused for its type and not for a missing URL. */
export const DestinationDraft = Named(
  'ExtensionDestinationDraft',
  Shape({
    type: OneOf(['HTTP']),
    url: Optional(ServiceUrl),
    authentication: Optional(Authentication),
  }),
  { input: 'ExtensionDestinationInput' },
);

export type Destination = Static<typeof Destination>;

/** The headers that authenticate a call; they are stored encrypted. */
export interface ExtensionSecret {
  readonly headers: Readonly<Record<string, string>>;
}

interface SplitDestination {
  readonly shown: Destination;
  readonly secret?: ExtensionSecret;
}

/** Splits a draft into the destination with masked secrets and the secret headers. */
export const toDestination = ({ type, url, authentication }: Static<typeof DestinationDraft>): SplitDestination => {
  if (url === undefined) throw requiredField('destination.url', 'an http or https URL');
  if (!URL.canParse(url)) throw invalidField('destination.url', url, 'Expected an http or https URL.');
  if (authentication === undefined) return { shown: { type, url } };
  if (authentication.type === 'AzureFunctions') {
    const { key } = authentication;
    if (key === undefined) throw requiredField('destination.authentication.key', 'the key of the Azure function');
    assertUnmasked('destination.authentication.key', key);
    return {
      shown: { type, url, authentication: { type: 'AzureFunctions', key: masked } },
      secret: { headers: { 'x-functions-key': key } },
    };
  }
  const { headerValue } = authentication;
  if (headerValue === undefined)
    throw requiredField('destination.authentication.headerValue', 'the value of the header Authorization');
  assertUnmasked('destination.authentication.headerValue', headerValue);
  return {
    shown: { type, url, authentication: { type: 'AuthorizationHeader', headerValue: maskedHeader(headerValue) } },
    secret: { headers: { authorization: headerValue } },
  };
};
