// Adding, changing and removing forces and supports, for the panel, the menus and the keyboard.

import type { BodyPoint } from '../protocol/commands';
import type { ForceJson, PlaceJson, SupportJson } from '../protocol/messages';
import { firstForce, frameFor, freeSupportName, patchOfKind } from '../state/forces';
import type { Store } from '../state/store';
import { pickPlace } from './task_actions';

// A frame of the figure, or a point of the body with the frame that is made for it.
function placed(store: Store, place: PlaceJson, stem: 'force' | 'support'): { frame: string; at?: BodyPoint } | null {
  const figure = store.figure.value;
  if (typeof place === 'string') return { frame: place };
  return figure && 'point' in place ? frameFor(figure, place, stem) : null;
}

export async function pushAt(store: Store, place: PlaceJson | null, what: Partial<ForceJson> = {}): Promise<void> {
  const figure = store.figure.value,
    where = place && placed(store, place, 'force');
  if (!figure || !where) return;
  const { frame, at } = where;
  const force: ForceJson = { frame, ...(what.mass ? {} : { force: firstForce(figure) }), ...what };
  const added = await store.send('force-add', { force, ...(at ? { at } : {}) });
  if (added) store.selection.value = { kind: 'force', number: added.number };
}
export const pushByClicking = (store: Store): void =>
  pickPlace(store, 'Click the point of the body where the force acts', (place) => void pushAt(store, place));
export const carryByClicking = (store: Store): void =>
  pickPlace(store, 'Click the point of the body that carries the mass', (place) => void pushAt(store, place, { mass: 5 }));

export const setForce = (store: Store, number: number, force: ForceJson, gesture?: number): void =>
  void store.send('force-set', { number, force, ...(gesture ? { gesture } : {}) });
export const removeForce = (store: Store, number: number): void => void store.send('force-remove', { number });

// Moves it to another frame or point.
export function moveForce(store: Store, number: number, force: ForceJson, place: PlaceJson): void {
  const where = placed(store, place, 'force');
  if (where) void store.send('force-set', { number, force: { ...force, frame: where.frame }, ...(where.at ? { at: where.at } : {}) });
}

export async function supportAt(store: Store, place: PlaceJson | null): Promise<void> {
  const figure = store.figure.value,
    scene = store.scene.value,
    where = place && placed(store, place, 'support');
  if (!figure || !scene || !where) return;
  const { frame, at } = where;
  const name = freeSupportName(scene.supports, frame);
  // A foot stands on a patch; anything else on the point itself, and the ground pushes it up.
  const isFoot = /foot|sole|heel/.test(frame);
  const support: SupportJson = isFoot
    ? { name, frame, patch: patchOfKind({ name, frame }, 'patch', figure.reach) }
    : { name, frame, normal: [0, 0, 1] };
  const added = await store
    .send('support-add', { support, ...(at ? { at } : {}) })
    .then(() => store.scene.value?.supports.some((each) => each.name === name) ?? false);
  if (added) store.selection.value = { kind: 'support', name };
}
export const supportByClicking = (store: Store): void =>
  pickPlace(store, 'Click the point of the body that stands on something', (place) => void supportAt(store, place));

export const setSupport = (store: Store, support: SupportJson, change: Partial<SupportJson>, gesture?: number): void =>
  void store.send('support-set', { support: support.name, to: plain({ ...support, ...change }), ...(gesture ? { gesture } : {}) });
export const removeSupport = (store: Store, support: string): void => void store.send('support-remove', { support });

export function moveSupport(store: Store, support: SupportJson, place: PlaceJson): void {
  const where = placed(store, place, 'support');
  if (where)
    void store.send('support-set', {
      support: support.name,
      to: { ...support, frame: where.frame },
      ...(where.at ? { at: where.at } : {}),
    });
}

// Without fields that were cleared.
function plain(support: { [K in keyof SupportJson]: SupportJson[K] | undefined }): SupportJson {
  return Object.fromEntries(Object.entries(support).filter(([, value]) => value !== undefined)) as unknown as SupportJson;
}
export const plainSupport = plain;
