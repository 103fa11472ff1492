/** Copying text for use elsewhere. */

/** Copies a text. Without a secure connection browsers have no clipboard: then it is said what to do instead. */
export async function copy(text: string): Promise<void> {
  // The types say that it is always there; over plain http it is not.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) throw new Error('Without https the browser copies nothing for a page: select the text and copy it.');
  await clipboard.writeText(text);
}
