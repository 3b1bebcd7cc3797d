/** Operations of the administration console, which the API description does not have (src/operations/console). */
import type { Services } from '../../services/services.js';
import { toConsoleCall } from '../callRequests.js';
import type { ConsoleCall, ConsoleResponse } from '../console/ConsoleCall.js';
import { nameVerbs, type VerbRow } from './Verb.js';

type AnswerConsole = (services: Services, call: ConsoleCall) => Promise<ConsoleResponse>;

/** The modules of the console are loaded by the first call of each. */
const inModule = <Module>(load: () => Promise<Module>, functionOf: (module: Module) => AnswerConsole): VerbRow => ({
  kind: 'command',
  run: async (services, call) => functionOf(await load())(services, toConsoleCall(call)),
});

const accounts = () => import('../console/accountCalls.js');
const audit = () => import('../console/auditCalls.js');
const projects = () => import('../console/projectCalls.js');
const orderNumbers = () => import('../console/orderNumberCall.js');
const sessions = () => import('../console/sessions.js');
const setup = () => import('../console/setup.js');
const tests = () => import('../console/testCalls.js');

export const consoleVerbs = nameVerbs({
  openSession: inModule(sessions, ({ openSession }) => openSession),
  readSession: inModule(sessions, ({ readSession }) => readSession),
  endSession: inModule(sessions, ({ endSession }) => endSession),
  issueSessionToken: inModule(sessions, ({ issueSessionToken }) => issueSessionToken),
  changeOwnPassword: inModule(accounts, ({ changeOwnPassword }) => changeOwnPassword),
  queryAccounts: inModule(accounts, ({ queryAccountsCall }) => queryAccountsCall),
  readAccountNames: inModule(accounts, ({ readAccountNames }) => readAccountNames),
  createAccount: inModule(accounts, ({ createAccountCall }) => createAccountCall),
  updateAccount: inModule(accounts, ({ updateAccountCall }) => updateAccountCall),
  removeAccount: inModule(accounts, ({ removeAccountCall }) => removeAccountCall),
  listProjects: inModule(projects, ({ listProjectsCall }) => listProjectsCall),
  createProject: inModule(projects, ({ createProjectCall }) => createProjectCall),
  createSampleShop: inModule(projects, ({ createSampleShopCall }) => createSampleShopCall),
  readSampleShop: inModule(projects, ({ readSampleShopCall }) => readSampleShopCall),
  createVerification: inModule(projects, ({ createVerificationCall }) => createVerificationCall),
  readVerification: inModule(projects, ({ readVerificationCall }) => readVerificationCall),
  testExtension: inModule(tests, ({ testExtensionCall }) => testExtensionCall),
  // They look at all predicates or discounts of a project.
  testPredicates: { ...inModule(tests, ({ testPredicatesCall }) => testPredicatesCall), weight: 'heavy' },
  testDiscount: { ...inModule(tests, ({ testDiscountCall }) => testDiscountCall), weight: 'heavy' },
  takeOrderNumber: inModule(orderNumbers, ({ takeOrderNumberCall }) => takeOrderNumberCall),
  listScopes: inModule(projects, ({ listScopes }) => listScopes),
  readAuditLog: inModule(audit, ({ readAuditLog }) => readAuditLog),
  readSetup: inModule(setup, ({ readSetup }) => readSetup),
  setUp: inModule(setup, ({ setUp }) => setUp),
});
