// The values of all joints to the clipboard and back, by their names in the file: radians and metres.

import type { Store } from '../state/store';

export async function copyJoints(store: Store, form: 'json' | 'csv'): Promise<void> {
  const answer = await store.send('joints-copy', { form });
  if (!answer) return;
  try {
    await navigator.clipboard.writeText(answer.text);
    store.notify('info', `Copied the joint values as ${form === 'json' ? 'JSON' : 'CSV'}: radians and metres.`);
  } catch {
    store.notify('refusal', 'The browser does not let this page write to the clipboard.');
  }
}

export async function pasteJoints(store: Store): Promise<void> {
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    return store.notify('refusal', 'The browser does not let this page read the clipboard.');
  }
  await store.send('joints-paste', { text });
}
