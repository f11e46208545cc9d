// The key to the studio: `limber studio` prints it at the end of its address, behind a #, which browsers do not send. It is
// kept in this origin's storage, so that a reload or another tab finds it, and taken out of the address bar.

export function rememberedToken(
  location: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): string {
  const given = /^#token=([0-9a-f]{32})$/.exec(location.hash)?.[1];
  if (given === undefined) return storage.getItem('limber.token') ?? '';
  storage.setItem('limber.token', given);
  history.replaceState(null, '', location.pathname + location.search);
  return given;
}

// The address of a picture that the server shows only to those who have the key.
export const withToken = (address: string, token: string): string =>
  token === '' ? address : `${address}${address.includes('?') ? '&' : '?'}token=${token}`;
