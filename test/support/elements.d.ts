/**
 * What tests call on elements of pages. The compiler knows elements by name only, from the types of React, because the
 * program itself has no document.
 */
interface Element {
  getAttribute(name: string): string | null;
}
