import type { Static } from '@sinclair/typebox';
import { limits } from '../../../base/config/limits.js';
import type { Base } from '../../../engine/define/Base.js';
import { Flag, IntegerFrom, Key, Optional, Shape } from '../../../engine/schema/primitives.js';
import { Destination, DestinationDraft } from './destination.js';
import { Triggers } from './triggers.js';

export const Timeout = IntegerFrom(1, limits.extensionMsMax);

const AdditionalContext = Shape({ includeOldResource: Flag });
export const AdditionalContextDraft = Shape({ includeOldResource: Optional(Flag) });

export const ExtensionMembers = Shape(
  {
    key: Optional(Key),
    destination: Destination,
    triggers: Triggers,
    timeoutInMs: Optional(Timeout),
    additionalContext: Optional(AdditionalContext),
  },
  { queryableMembers: ['dependencies', 'expansionPaths'] },
);

export const ExtensionDraft = Shape({
  key: Optional(Key),
  destination: DestinationDraft,
  triggers: Triggers,
  timeoutInMs: Optional(Timeout),
  additionalContext: Optional(AdditionalContextDraft),
});

export type Extension = Base & Static<typeof ExtensionMembers>;

export const toAdditionalContext = (
  given: Static<typeof AdditionalContextDraft> | undefined,
): Static<typeof AdditionalContext> | undefined => given && { includeOldResource: given.includeOldResource ?? false };
