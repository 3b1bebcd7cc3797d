/** The requests of the administration console by their verbs. */
import type { Services } from '../../services/services.js';
import type { ConsoleVerb } from '../../engine/define/RouteVerb.js';
import {
  changeOwnPassword,
  createAccountCall,
  queryAccountsCall,
  readAccountNames,
  removeAccountCall,
  updateAccountCall,
} from './accountCalls.js';
import { readAuditLog } from './auditCalls.js';
import type { ConsoleCall, ConsoleResponse } from './ConsoleCall.js';
import {
  createProjectCall,
  listProjectsCall,
  createVerificationCall,
  readVerificationCall,
  createSampleShopCall,
  readSampleShopCall,
  listScopes,
} from './projectCalls.js';
import { takeOrderNumberCall } from './orderNumberCall.js';
import { testExtensionCall, testDiscountCall, testPredicatesCall } from './testCalls.js';
import { endSession, issueSessionToken, openSession, readSession } from './sessions.js';
import { readSetup, setUp } from './setup.js';

const handlers: Readonly<Record<ConsoleVerb, (services: Services, call: ConsoleCall) => Promise<ConsoleResponse>>> = {
  openSession,
  readSession,
  endSession,
  issueSessionToken,
  changeOwnPassword,
  queryAccounts: queryAccountsCall,
  readAccountNames,
  createAccount: createAccountCall,
  updateAccount: updateAccountCall,
  removeAccount: removeAccountCall,
  listProjects: listProjectsCall,
  createProject: createProjectCall,
  createSampleShop: createSampleShopCall,
  readSampleShop: readSampleShopCall,
  createVerification: createVerificationCall,
  readVerification: readVerificationCall,
  testExtension: testExtensionCall,
  testPredicates: testPredicatesCall,
  testDiscount: testDiscountCall,
  takeOrderNumber: takeOrderNumberCall,
  listScopes,
  readAuditLog,
  readSetup,
  setUp,
};

export const answerConsole = (services: Services, verb: ConsoleVerb, call: ConsoleCall): Promise<ConsoleResponse> =>
  handlers[verb](services, call);
