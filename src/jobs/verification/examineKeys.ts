/**
 * Examines the keys of a project in pages: bodies, lists, keys that lead to one resource, messages, and keys that
 * belong to nothing. The entries of lists and unique keys are only summed at first (EntryChecksums); they are examined
 * where the sums differ.
 */
import { isCustomFieldPath } from '../../engine/define/compileIndexes.js';
import type { StoredKey } from '../../store/parseKey.js';
import type { ListKey } from '../../store/StoredKeys.js';
import { findLeftKeys } from './findLeftKeys.js';
import { confirmDifferences, type DifferenceReport } from './DifferenceReport.js';
import type { SummedKey } from './EntryChecksums.js';
import { examineBodies } from './examineBodies.js';
import { examineList } from './examineList.js';
import { examineMessages } from './examineMessages.js';
import { examinePointers, type PointerKey } from './examinePointers.js';
import { type Subject, toBatches, type VerificationRun } from './VerificationRun.js';

const isList = (key: StoredKey): key is ListKey => key.kind === 'ids' || key.kind === 'time' || key.kind === 'index';
const isPointer = (key: StoredKey): key is PointerKey =>
  key.kind === 'unique' || key.kind === 'holder' || key.kind === 'hidden';

/** The index of a custom field may be incomplete or removed, so its lists are always examined. */
const isSummed = (key: StoredKey): key is SummedKey =>
  key.kind === 'unique' || (isList(key) && !(key.kind === 'index' && isCustomFieldPath(key.path)));

/** The resources whose bodies are in a page. */
export const subjectsIn = (page: readonly StoredKey[], { resourceTypes }: VerificationRun): Subject[] =>
  page.flatMap(key =>
    key.kind === 'body' && resourceTypes.has(key.typeId) ? [{ typeId: key.typeId, id: key.id }] : [],
  );

const messagesIn = (page: readonly StoredKey[]): string[] =>
  page.flatMap(key =>
    key.kind === 'index' && key.typeId === 'message' && key.path === 'resource.id' ? [key.value] : [],
  );

const sumEntries = async ({ checksums, storedKeys, projectKey }: VerificationRun, key: SummedKey): Promise<void> => {
  if (key.kind === 'unique') return checksums.addStored(key, '');
  for await (const ids of storedKeys.members(projectKey, key)) for (const id of ids) checksums.addStored(key, id);
};

const examineEntries = async (
  run: VerificationRun,
  page: readonly StoredKey[],
  report: DifferenceReport,
): Promise<void> => {
  for (const lists of toBatches(page.filter(isList)))
    await Promise.all(lists.map(list => examineList(run, list, report)));
  for (const keys of toBatches(page.filter(isPointer)))
    await report.addConfirmed(await confirmDifferences(keys, each => examinePointers(run, each)));
};

const examinePage = async (
  run: VerificationRun,
  page: readonly StoredKey[],
  report: DifferenceReport,
): Promise<void> => {
  for (const subjects of toBatches(subjectsIn(page, run)))
    await report.addConfirmed(await confirmDifferences(subjects, each => examineBodies(run, each)));
  for (const keys of toBatches(page.filter(isSummed))) await Promise.all(keys.map(key => sumEntries(run, key)));
  await examineEntries(
    run,
    page.filter(key => !isSummed(key)),
    report,
  );
  for (const ids of toBatches(messagesIn(page)))
    await report.addConfirmed(await confirmDifferences(ids, each => examineMessages(run, each)));
  for (const { key, reason, mend } of await findLeftKeys(run, page))
    await report.addMendable({ kind: 'left', subject: key, detail: reason, mend: mend && (() => mend(run.mender)) });
};

/** Examines all keys. `onPage` gets the keys of each page, once. */
export const examineKeys = async (
  run: VerificationRun,
  report: DifferenceReport,
  onPage: (page: readonly StoredKey[]) => void,
): Promise<void> => {
  for await (const page of run.storedKeys.all(run.projectKey)) {
    await examinePage(run, page, report);
    onPage(page);
  }
  if (run.checksums.areBalanced) return;
  for await (const page of run.storedKeys.all(run.projectKey))
    await examineEntries(
      run,
      page.filter(key => isSummed(key) && !run.checksums.isBalanced(key)),
      report,
    );
};
