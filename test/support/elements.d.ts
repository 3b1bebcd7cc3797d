/**
 * Members of page elements that tests use. The compiler knows elements only by name, from the types of React, because
 * the program itself has no document.
 */
interface Element {
  getAttribute(name: string): string | null;
}
