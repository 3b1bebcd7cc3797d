import type { Static } from '@sinclair/typebox';
import { limits } from '../../../base/config/limits.js';
import type { Base } from '../../../engine/define/Base.js';
import { Flag, IntegerFrom, Key, List, NonEmptyText, Optional, Shape } from '../../../engine/schema/primitives.js';
import { Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { Destination, DestinationDraft } from './destination.js';
import { Triggers } from './triggers.js';

export const Timeout = IntegerFrom(1, limits.extensionMsMax);

const AdditionalContext = Shape({ includeOldResource: Flag });
export const AdditionalContextDraft = Shape({ includeOldResource: Optional(Flag) });

/** The references of the payload to expand, as `expand` does for a response. */
export const ExpansionPaths = List(NonEmptyText, limits.extensionPathsMax);

/** Too many dependencies have their own error code, so the limit is checked in dependencies.ts. */
export const Dependencies = List(ResourceIdentifier('extension'));

export const ExtensionMembers = Shape({
  key: Optional(Key),
  destination: Destination,
  triggers: Triggers,
  timeoutInMs: Optional(Timeout),
  additionalContext: Optional(AdditionalContext),
  dependencies: Optional(List(Reference('extension'))),
  expansionPaths: Optional(ExpansionPaths),
});

export const ExtensionDraft = Shape({
  key: Optional(Key),
  destination: DestinationDraft,
  triggers: Triggers,
  timeoutInMs: Optional(Timeout),
  additionalContext: Optional(AdditionalContextDraft),
  dependencies: Optional(Dependencies),
  expansionPaths: Optional(ExpansionPaths),
});

export type Extension = Base & Static<typeof ExtensionMembers>;

export const toAdditionalContext = (
  given: Static<typeof AdditionalContextDraft> | undefined,
): Static<typeof AdditionalContext> | undefined => given && { includeOldResource: given.includeOldResource ?? false };
