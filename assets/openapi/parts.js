/* Loads parts of the description, each once. */

const parts = new Map();

const load = async name => {
  let response;
  try {
    response = await fetch(`openapi/parts/${name}`);
  } catch {
    throw new Error('The server cannot be reached.');
  }
  const body = await response.json();
  if (!response.ok) throw new Error(body.message);
  return body;
};

/** Returns a part by its name, such as `operations/getOrders`; a part that failed is loaded again. */
export const loadPart = name => {
  const part =
    parts.get(name) ??
    load(name).catch(error => {
      parts.delete(name);
      throw error;
    });
  parts.set(name, part);
  return part;
};

/** The name in a reference to a schema. */
export const nameOfRef = ref => ref.slice(ref.lastIndexOf('/') + 1);

/** Returns a schema without a reference at its top. */
export const resolveSchema = async schema =>
  schema.$ref === undefined ? schema : loadPart(`schemas/${nameOfRef(schema.$ref)}`);
