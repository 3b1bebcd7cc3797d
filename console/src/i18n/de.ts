/** All texts of one language by their file, in a module that is loaded when the language is chosen. */
export default import.meta.glob<Readonly<Record<string, unknown>>>('./**/de.json', { eager: true, import: 'default' });
