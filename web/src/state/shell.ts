// The state of the page around the viewport: which docks are open and how wide, which dialog is shown. The browser's
// storage keeps the docks.

import { computed, effect, signal } from '@preact/signals';
import type { Commands } from '../protocol/commands';
import { Refusal } from '../protocol/connection';
import { otherName } from './file_names';
import type { Selection, Store } from './store';

export interface Layout {
  left: number; // [px]
  right: number;
  bottom: number;
  inspector: number; // share of the left dock
  leftOpen: boolean;
  rightOpen: boolean;
  bottomOpen: boolean;
  tab: string; // of the right dock
}
export const defaultLayout: Layout = {
  left: 264,
  right: 304,
  bottom: 100,
  inspector: 0.52,
  leftOpen: true,
  rightOpen: true,
  bottomOpen: true,
  tab: 'Tasks',
};
export const bounds = { left: [208, 480], right: [240, 560], bottom: [72, 360], inspector: [0.2, 0.8] } as const;

export function clampLayout(layout: Layout, width: number, height: number): Layout {
  const within = (x: number, [least, most]: readonly [number, number]) => Math.min(Math.max(Number.isFinite(x) ? x : least, least), most);
  let left = within(layout.left, bounds.left),
    right = within(layout.right, bounds.right);
  // The viewport keeps at least 360 px; both docks shrink equally, down to their minimum.
  const lacking = () => Math.max(0, 360 - width + (layout.leftOpen ? left : 0) + (layout.rightOpen ? right : 0));
  left = Math.max(bounds.left[0], left - lacking() / 2);
  right = Math.max(bounds.right[0], right - lacking());
  left = Math.max(bounds.left[0], left - lacking());
  return {
    ...layout,
    left,
    right,
    bottom: Math.min(within(layout.bottom, bounds.bottom), Math.max(bounds.bottom[0], height - 320)),
    inspector: within(layout.inspector, bounds.inspector),
  };
}

export type DialogState =
  | { kind: 'gallery' }
  | { kind: 'save-as'; name?: string; then?: () => void } // name: what to propose
  | { kind: 'help' }
  | { kind: 'palette' }
  | { kind: 'pick-segment'; title: string; words: string; allowed: (segment: number) => boolean; then: (segment: string) => void }
  | {
      kind: 'confirm';
      title: string;
      words: string;
      yes: string;
      danger?: boolean;
      then: () => void;
      first?: { words: string; then: () => void };
    }
  | null;

// What panels and commands need of the viewport (view/viewport.ts has more).
export interface ViewportControl {
  readonly flat: { value: boolean }; // a planar figure is shown in its plane
  fitAll(): void;
  lookFrom(direction: 'front' | 'right' | 'top'): void;
  setFlat(flat: boolean): void;
  pickAt(clientX: number, clientY: number): Selection;
  picture(): Promise<Blob>;
}

export class Shell {
  readonly layout = signal<Layout>(defaultLayout);
  readonly dialog = signal<DialogState>(null);
  readonly viewport = signal<ViewportControl | null>(null);
  readonly dropping = signal(false); // a file is being dragged over the page
  readonly hint = signal(true); // the first-run hint over the viewport
  readonly editorWanted = signal<{ field: string | null } | null>(null); // not null: the inspector should take the focus
  readonly modal = computed(() => this.dialog.value !== null);

  constructor(readonly store: Store) {}

  change(part: Partial<Layout>): void {
    this.layout.value = { ...this.layout.value, ...part };
  }

  remember(storage: Pick<Storage, 'getItem' | 'setItem'>): void {
    try {
      this.layout.value = { ...defaultLayout, ...(JSON.parse(storage.getItem('limber.layout') ?? '{}') as Partial<Layout>) };
    } catch {
      // written by another version: use the defaults
    }
    this.hint.value = storage.getItem('limber.hint') !== 'seen';
    effect(() => storage.setItem('limber.layout', JSON.stringify(this.layout.value)));
    effect(() => {
      if (!this.hint.value) storage.setItem('limber.hint', 'seen');
    });
  }

  // Asks for a name if there is none yet, and before it replaces what another program saved.
  saveThen(then: () => void): void {
    const { store } = this;
    if (!store.scene.value?.file) this.dialog.value = { kind: 'save-as', then };
    else this.saveToItsFile({}, then);
  }

  private saveToItsFile(how: Commands['save'], then: () => void): void {
    const { store } = this;
    void store.ask('save', how).then(then, (refusal: Error) => {
      if (!(refusal instanceof Refusal && refusal.mayReplace)) return store.notify('refusal', refusal.message);
      const file = store.scene.value?.file ?? '';
      const name = otherName(file, store.files.value?.scenes.map((scene) => scene.file) ?? []);
      this.dialog.value = {
        kind: 'confirm',
        title: 'Changed by another program',
        words:
          `“${file}” was changed by another program, or another studio, since it was last opened or saved here. ` +
          'Replacing it loses those changes.',
        yes: 'Replace it',
        danger: true,
        then: () => this.saveToItsFile({ replace: true }, then),
        first: { words: 'Save under another name', then: () => (this.dialog.value = { kind: 'save-as', name, then }) },
      };
    });
  }

  // Before another scene replaces this one: asks if there are unsaved changes. Undo can restore the scene anyway.
  whenUnsavedIsFine(doing: string, then: () => void): void {
    if (!hasSomethingToLose(this.store)) return then();
    this.dialog.value = {
      kind: 'confirm',
      title: 'Unsaved changes',
      yes: `${doing} without saving`,
      then,
      first: { words: `Save, then ${doing.toLowerCase()}`, then: () => this.saveThen(then) },
      words: `“${this.store.scene.value?.title ?? 'This scene'}” has unsaved changes. Undo (Ctrl+Z) can still bring it back later.`,
    };
  }
}

// No question for a scene that has not been edited since it was opened.
export const hasSomethingToLose = (store: Store): boolean => {
  const scene = store.scene.value;
  return scene !== null && !scene.saved && scene.undo !== null && !scene.undo.startsWith('open ');
};
