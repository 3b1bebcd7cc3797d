import type { ExtensionCall } from '../ExtensionCall.js';

/** Repeats the answers while the resource is the same: another attempt to commit it is not another call. */
export const callOncePerText = (call: ExtensionCall): ExtensionCall => {
  let text: string | undefined;
  let answers: ReturnType<ExtensionCall> | undefined;
  return request => {
    if (answers === undefined || text !== request.text) answers = call(request);
    text = request.text;
    return answers;
  };
};
