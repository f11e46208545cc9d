// Assembles the page: connection, state, viewport, panels.

import { render } from 'preact';
import { Studio } from './panels/studio';
import { Connection } from './protocol/connection';
import { webSocketTransport } from './protocol/transport';
import { lightUpBlockers } from './state/blockers';
import { followKeyGhosts } from './state/key_ghosts';
import { rememberViewOptions, Store } from './state/store';
import { rememberedToken } from './state/token';
import { followWatchedPlace } from './state/watched_place';

const store: Store = new Store((verb, body) => connection.send(verb, body));
rememberViewOptions(store, localStorage);
lightUpBlockers(store);
followWatchedPlace(store);
followKeyGhosts(store);

store.token = rememberedToken(location, history, localStorage);
const connection = new Connection(webSocketTransport(`ws://${location.host}/socket`), store.token, {
  message: (message) => store.receive(message),
  snapshot: (snapshot) => store.receiveSnapshot(snapshot),
  state: (state, words) => {
    store.refusal.value = words ?? '';
    store.connection.value = state;
  },
});

// The whole address, pasted into a page that had no token, changes only what stands behind the #.
addEventListener('hashchange', () => location.reload());

render(<Studio store={store} />, document.getElementById('studio')!);
