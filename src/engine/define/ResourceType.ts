import type { FindReferences } from '../schema/compilePaths.js';
import type { Action } from './actions.js';
import type { Base } from './Base.js';
import type { QuickCheck } from './compileQuickCheck.js';
import type { Validator } from './compileValidator.js';
import type { Creation } from './Creation.js';
import type { ResourceDefinition } from './ResourceDefinition.js';
import type { ResourceSchema } from './ResourceSchema.js';

/** A declared shape of client input: its validator, and the search for the identifiers in it. */
export interface InputSchema {
  readonly validate: Validator;
  readonly quickCheck: QuickCheck;
  readonly identifiers: FindReferences;
}

export interface CompiledCreation extends InputSchema {
  readonly creation: Creation<Base>;
}

export interface CompiledAction extends InputSchema {
  readonly action: Action<Base>;
}

/** A resource type that is ready for use: its definition, with everything that was compiled from it. */
export interface ResourceType extends ResourceSchema {
  readonly definition: ResourceDefinition;
  readonly draft?: CompiledCreation;
  /** The draft at `/me`. */
  readonly ownDraft?: CompiledCreation;
  /** Other ways to create a resource, by the path segment behind the collection. */
  readonly creations: ReadonlyMap<string, CompiledCreation>;
  readonly ownCreations: ReadonlyMap<string, CompiledCreation>;
  readonly actions: ReadonlyMap<string, CompiledAction>;
  /** The actions that are allowed at `/me`. */
  readonly ownActions: ReadonlyMap<string, CompiledAction>;
  /** The types whose resources drafts and actions can name outside of `/me`. */
  readonly namedTypes: ReadonlySet<string>;
}
