/** Workflow states, stores and channels. */
import { StateType } from '../../resources/shared/workflowState.js';
import { enumSdl } from './deriveSdl.js';
import { StateRole } from '../../resources/state/members.js';

export default /* GraphQL */ `
  type State implements Versioned {
    id: String!
    version: Long!
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
    key: String
    type: StateType!
    roles: [StateRole!]!
    name(locale: Locale, acceptLanguage: [Locale!]): String
    nameAllLocales: [LocalizedString!]
    description(locale: Locale, acceptLanguage: [Locale!]): String
    descriptionAllLocales: [LocalizedString!]
    builtIn: Boolean!
    initial: Boolean!
    "Null: any state may follow. Empty: none may."
    transitions: [State!]
    transitionsRef: [Reference!]
  }

  type StateQueryResult {
    offset: Int!
    count: Int!
    total: Long!
    results: [State!]!
  }

  ${enumSdl('StateType', StateType)}
  ${enumSdl('StateRole', StateRole)}

  type Store implements Versioned {
    id: String!
    version: Long!
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
    key: String!
    name(locale: Locale, acceptLanguage: [Locale!]): String
    nameAllLocales: [LocalizedString!]
    languages: [Locale!]
  }

  type Channel implements Versioned {
    id: String!
    version: Long!
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
    key: String!
    roles: [String!]!
    name(locale: Locale, acceptLanguage: [Locale!]): String
    nameAllLocales: [LocalizedString!]
    description(locale: Locale, acceptLanguage: [Locale!]): String
    descriptionAllLocales: [LocalizedString!]
    address: Address
  }
`;
