/**
 * Checks the types of one changed source file, with a language service that keeps the other files: the first check
 * takes seconds, each further one a fraction. Errors that the change makes in other files are left to the tests.
 */
import { join } from 'node:path';
import ts from 'typescript';

/** Errors about large types are long. */
const errorMax = 100;

export const createTypeCheck = folder => {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(folder, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  );
  const sources = config.fileNames.filter(file => file.startsWith(join(folder, 'src/')));
  const changed = new Map();
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => config.options,
    getScriptFileNames: () => sources,
    getScriptVersion: file => String(changed.get(file)?.version ?? 0),
    getScriptSnapshot: file => {
      const text = changed.get(file)?.text ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: options => ts.getDefaultLibFilePath(options),
  });
  let version = 0;
  const change = (file, text) => {
    version += 1;
    changed.set(file, { text, version });
  };
  /** Returns the first error of the types of a file with this text; undefined if there is none. */
  return (name, text) => {
    const file = join(folder, name);
    const original = ts.sys.readFile(file);
    change(file, text);
    const [error] = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
    change(file, original);
    return error === undefined ? undefined : ts.flattenDiagnosticMessageText(error.messageText, ' ').slice(0, errorMax);
  };
};
