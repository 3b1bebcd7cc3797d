/** SEARCH027: `*` stands for one or more characters, `?` for exactly one; all of the text must match. */

/** In time proportional to pattern times text at worst: at a mismatch only the last `*` takes one character more. */
export const compileWildcard = (pattern: string): ((text: string) => boolean) => {
  // One or more is one, and then any number.
  const parts = Array.from(pattern).flatMap(character => (character === '*' ? ['?', '*'] : [character]));
  return text => {
    const characters = Array.from(text);
    let at = 0;
    let part = 0;
    let starPart = -1;
    let starAt = 0;
    while (at < characters.length) {
      if (part < parts.length && (parts[part] === '?' || (parts[part] !== '*' && parts[part] === characters[at]))) {
        at++;
        part++;
      } else if (parts[part] === '*') {
        starPart = part++;
        starAt = at;
      } else if (starPart >= 0) {
        part = starPart + 1;
        at = ++starAt;
      } else return false;
    }
    while (parts[part] === '*') part++;
    return part === parts.length;
  };
};
