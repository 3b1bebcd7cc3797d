/** Keys of the references. They hold copies, so that a reference neither reads nor writes what the server stores. */
export const bareBodyKey = (id: string): string => `bare-reference:{bare}:body:${id}`;
export const bareMessagesKey = 'bare-reference:{bare}:messages';
