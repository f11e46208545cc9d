// Puts the page together: connection, state, viewport, panels.

import { render } from 'preact';
import { Connection } from './protocol/connection';
import { lightUpBlockers } from './state/blockers';
import { rememberViewOptions, Store } from './state/store';
import { Studio } from './panels/studio';

const store: Store = new Store((verb, body) => connection.send(verb, body));
rememberViewOptions(store, localStorage);
lightUpBlockers(store);

const connection = new Connection(`ws://${location.host}/socket`, {
  message: (message) => store.receive(message),
  snapshot: (snapshot) => store.receiveSnapshot(snapshot),
  state: (state, words) => {
    store.connection.value = state;
    if (words) store.notify('refusal', words);
  },
});

render(<Studio store={store} />, document.getElementById('studio')!);
