import type { Static } from '@sinclair/typebox';
import { limits } from '../../config/limits.js';
import type { Base } from '../../engine/define/Base.js';
import { Flag, List, OneOf, Optional, Shape, Text } from '../../schema/primitives.js';
import { Type } from '../../schema/Type.js';
import { roleNames } from '../roles.js';

const nameLengthMax = 256;
const projectsMax = 500;

const AccountEmail = Type.String({
  maxLength: limits.accountEmailLengthMax,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  description: 'an email address of at most 256 characters, such as ana@example.com',
});

export const AccountName = Type.String({
  minLength: 1,
  maxLength: nameLengthMax,
  pattern: '\\S',
  description: 'a name of 1 to 256 characters',
});

export const RoleName = OneOf(roleNames);

const ProjectKey = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{1,35}$',
  description: "a project key of 2 to 36 lower-case letters, digits, '_' and '-'",
});

export const ProjectKeys = List(ProjectKey, projectsMax);

const named = { email: AccountEmail, name: AccountName, role: RoleName, projects: Optional(ProjectKeys) };

export const AccountMembers = Shape({ ...named, disabled: Optional(Flag) });

export const AccountDraft = Shape({ ...named, password: Text });

/** A person who uses the administration console. Without `projects` the account has all projects. */
export type Account = Base & Static<typeof AccountMembers>;
