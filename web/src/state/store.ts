// The state of the page as signals. Independent of three.js and the DOM: tests run it in Node. Snapshots arrive at the
// display rate and are not a signal: views subscribe to them.

import { batch, computed, effect, signal } from '@preact/signals';
import type { ConnectionState } from '../protocol/connection';
import type { Snapshot, Light } from '../protocol/snapshot';
import type { Commands, Results, Verb } from '../protocol/commands';
import type {
  FigureMessage,
  FilesMessage,
  SceneMessage,
  ServerMessage,
  ShapeJson,
  StatusMessage,
  TechniqueInfo,
  TimeMessage,
} from '../protocol/messages';
import { MeshStore } from './mesh_store';
import { obstaclesNamed } from './obstacle_list';
import type { CarriedOut } from './retargeting';
import { sameValue } from './same_value';
import type { ColoredSpace } from './spaces';
import { withToken } from './token';

export type Selection =
  | { kind: 'segment'; segment: string; point?: [number, number, number] } // point: where it was clicked, in its frame
  | { kind: 'frame'; frame: string }
  | { kind: 'task'; number: number }
  | { kind: 'obstacle'; name: string } // or the name of a group (obstacle_list.ts)
  | { kind: 'force'; number: number } // in the scene's list
  | { kind: 'support'; name: string }
  | { kind: 'tie'; name: string } // of the figure
  | null;

// Wherever on the segment it was clicked.
export const sameSelection = (a: Selection, b: Selection): boolean => sameValue({ ...a, point: undefined }, { ...b, point: undefined });

export interface Notice {
  number: number;
  kind: 'info' | 'warning' | 'refusal';
  words: string;
}

// What the viewport draws.
export type Shown = Pick<
  Store,
  | 'figure'
  | 'scene'
  | 'snapshot'
  | 'onSnapshot'
  | 'segmentIndex'
  | 'selection'
  | 'hover'
  | 'lit'
  | 'mode'
  | 'gizmoMode'
  | 'viewOptions'
  | 'preview'
  | 'path'
  | 'reachCloud'
  | 'spaces'
  | 'ghosts'
  | 'meshStore'
  | 'retargeted'
  | 'time'
>;

// What is drawn besides the figure, and how. Saved in the browser, not in the scene.
export interface ViewOptions {
  views: 1 | 2 | 4;
  trackball: boolean; // dragging the background rolls the view; off: it stays upright
  frames: boolean;
  names: boolean;
  axes: boolean; // of joints
  limits: boolean; // cones and arcs of the selected joint
  centerOfMass: boolean;
  manipulability: boolean; // ellipsoid at the watched place
  ties: boolean; // what the figure keeps together by itself
  goalLines: boolean;
  contacts: boolean; // nearest points and their distances
  normals: boolean; // at the nearest points
  virtualArms: boolean; // ends and search radii, if that technique is on
  trace: boolean; // where the watched place has been
  ghosts: boolean; // of the figure at each key
  reachCloud: boolean; // where it could go
  forces: boolean; // on the figure and at its supports
  supportRegion: boolean; // where the centre of mass may be
  torques: boolean; // of the joints
  wireframe: boolean;
  dualQuaternions: boolean; // blend the skin of a character; off: linearly
  shadows: boolean;
}
export const defaultViewOptions: ViewOptions = {
  views: 1,
  trackball: false,
  frames: false,
  names: false,
  axes: false,
  limits: true,
  centerOfMass: false,
  manipulability: false,
  ties: true,
  goalLines: true,
  contacts: false,
  normals: false,
  virtualArms: true,
  trace: false,
  ghosts: true,
  reachCloud: false,
  forces: true,
  supportRegion: true,
  torques: false,
  wireframe: false,
  dualQuaternions: true,
  shadows: true,
};

// What a click in the viewport does.
export type Mode =
  | { kind: 'drag' } // selects; a drag moves things
  | { kind: 'draw-path'; words: string; task: number } // the next drag is the path of that task's goal
  | { kind: 'pick-place'; words: string; then: (place: { segment: string; point: [number, number, number] }) => void };

export type GizmoMode = 'move' | 'turn' | 'size';

export type Sender = <V extends Verb>(verb: V, body: Commands[V]) => Promise<V extends keyof Results ? Results[V] : undefined>;

export class Store {
  readonly connection = signal<ConnectionState>('connecting');
  readonly refusal = signal(''); // why the server does not accept this page
  readonly figure = signal<FigureMessage | null>(null);
  readonly scene = signal<SceneMessage | null>(null);
  readonly status = signal<StatusMessage | null>(null);
  readonly time = signal<TimeMessage | null>(null);
  readonly files = signal<FilesMessage | null>(null);
  readonly techniques = signal<TechniqueInfo[]>([]);
  readonly version = signal('');
  readonly window = signal(0); // our number; the server counts its windows

  readonly sceneNumber = computed(() => this.scene.value?.scene_number ?? 0); // another number: another scene was opened
  readonly selection = signal<Selection>(null);
  readonly hover = signal<Selection>(null);
  readonly lit = signal<Selection[]>([]); // blockers to light up (blockers.ts)
  readonly mode = signal<Mode>({ kind: 'drag' });
  readonly gizmoMode = signal<GizmoMode>('move');
  readonly viewOptions = signal<ViewOptions>(defaultViewOptions);
  readonly preview = signal<readonly ShapeJson[] | null>(null); // shapes that may be added to the world
  readonly path = signal<readonly number[] | null>(null); // the path being followed: x y z, x y z, ...
  readonly reachCloud = signal<readonly number[] | null>(null); // points the watched place can reach: x y z, x y z, ...
  readonly retargeted = signal<CarriedOut | null>(null); // the motion that the keyframes were made of
  readonly spaces = signal<readonly ColoredSpace[]>([]); // what frames can reach, until removed
  readonly ghosts = signal<readonly (readonly number[])[] | null>(null); // segments at each key: x y z, x y z, ...
  readonly madeLast = signal<'recording' | 'keyframes' | null>(null); // what "play" plays
  readonly notices = signal<Notice[]>([]);
  readonly meshStore = new MeshStore(() => this.token);
  readonly light = signal<Light>('green');
  readonly moving = signal(false);

  readonly segmentIndex = computed(() => {
    const index = new Map<string, number>();
    this.figure.value?.segments.forEach((segment, i) => index.set(segment.name, i));
    return index;
  });

  token = ''; // the key to the studio (token.ts)
  snapshot: Snapshot | null = null; // the newest one of this figure
  private snapshotListeners = new Set<(snapshot: Snapshot) => void>();
  private nextNotice = 1;
  private nextGesture = 1;
  private renamed: Selection = null; // what the selection is called once its renaming is carried out

  constructor(private readonly sender: Sender) {}

  // Sends a command. A refusal becomes a notice, and the result is undefined.
  async send<V extends Verb>(verb: V, body: Commands[V]): Promise<(V extends keyof Results ? Results[V] : undefined) | undefined> {
    try {
      return await this.sender(verb, body);
    } catch (refusal) {
      this.notify('refusal', (refusal as Error).message);
      return undefined;
    }
  }

  // Sends a command and rejects with a refusal, for callers that show it themselves.
  ask<V extends Verb>(verb: V, body: Commands[V]): Promise<V extends keyof Results ? Results[V] : undefined> {
    return this.sender(verb, body);
  }

  gesture(): number {
    return this.nextGesture++;
  }

  receive(message: ServerMessage): void {
    batch(() => {
      switch (message.type) {
        case 'welcome':
          this.version.value = message.version;
          this.window.value = message.window;
          break;
        case 'techniques':
          this.techniques.value = message.techniques;
          break;
        case 'figure':
          this.takeFigure(message);
          break;
        case 'scene':
          if (this.scene.value && this.scene.value.scene_number !== message.scene_number) this.forgetScene();
          this.scene.value = message;
          this.dropStaleSelection();
          break;
        case 'status':
          this.status.value = message;
          break;
        case 'time':
          this.time.value = message;
          break;
        case 'files':
          this.files.value = {
            ...message,
            gallery: message.gallery.map((entry) => this.withPicture(entry)),
            scenes: message.scenes.map((entry) => this.withPicture(entry)),
          };
          break;
        case 'notice':
          this.notify(message.kind, message.words);
          break;
        case 'refused':
          this.notify('refusal', message.words);
          break;
        case 'done':
          break;
      }
    });
  }

  private withPicture<Entry extends { thumbnail: string }>(entry: Entry): Entry {
    return { ...entry, thumbnail: withToken(entry.thumbnail, this.token) };
  }

  // In another scene the same names and numbers mean something else.
  private forgetScene(): void {
    this.selection.value = this.hover.value = null;
    this.lit.value = [];
    this.path.value = null;
  }

  // When a chain loses its selected last link, its new last link is selected.
  private takeFigure(figure: FigureMessage): void {
    const selected = this.selection.value;
    if (selected?.kind === 'segment' && !figure.segments.some(({ name }) => name === selected.segment)) {
      const chain = this.figure.value?.segments.find(({ name }) => name === selected.segment)?.chain;
      const last = chain === undefined ? undefined : figure.segments.filter((segment) => segment.chain === chain).at(-1);
      if (last) this.selection.value = { kind: 'segment', segment: last.name };
    }
    this.figure.value = figure;
    this.followRename();
    this.meshStore.want(figure);
    this.snapshot = null;
  }

  // Renames what is selected. Its editor stays open, whichever comes first, the answer or the message with the new name:
  // what is typed there meanwhile is not lost.
  async rename(to: NonNullable<Selection>, asked: Promise<unknown>): Promise<void> {
    this.renamed = to;
    try {
      await asked;
      this.selection.value = to;
    } finally {
      this.renamed = null;
    }
  }
  private followRename(): void {
    if (this.renamed && !this.exists(this.selection.value) && this.exists(this.renamed)) this.selection.value = this.renamed;
  }

  receiveSnapshot(snapshot: Snapshot): void {
    if (snapshot.figureRevision !== this.figure.value?.figure_revision) return;
    this.snapshot = snapshot;
    this.light.value = snapshot.light;
    this.moving.value = (snapshot.flags & 1) !== 0;
    for (const listener of this.snapshotListeners) listener(snapshot);
  }

  onSnapshot(listener: (snapshot: Snapshot) => void): () => void {
    this.snapshotListeners.add(listener);
    return () => this.snapshotListeners.delete(listener);
  }

  notify(kind: Notice['kind'], words: string): void {
    const notice = { number: this.nextNotice++, kind, words };
    this.notices.value = [...this.notices.value.filter((other) => other.words !== words), notice].slice(-4);
  }
  dismiss(number: number): void {
    this.notices.value = this.notices.value.filter((notice) => notice.number !== number);
  }

  private exists(selection: Selection): boolean {
    switch (selection?.kind) {
      case 'segment':
        return this.segmentIndex.value.has(selection.segment);
      case 'frame':
        return this.figure.value?.frames.some((frame) => frame.name === selection.frame) ?? false;
      case 'task':
        return this.scene.value?.tasks.some((task) => task.number === selection.number) ?? false;
      case 'force':
        return (this.scene.value?.forces.length ?? 0) > selection.number;
      case 'support':
        return this.scene.value?.supports.some((support) => support.name === selection.name) ?? false;
      case 'tie':
        return this.figure.value?.ties.some((tie) => tie.name === selection.name) ?? false;
      case 'obstacle':
        return obstaclesNamed(this.scene.value?.world ?? [], selection.name).length > 0;
      default:
        return true;
    }
  }

  // An edit or an undo may have removed what was selected.
  private dropStaleSelection(): void {
    this.followRename();
    const exists = (selection: Selection): boolean => this.exists(selection);
    if (!exists(this.selection.value)) this.selection.value = null;
    if (!exists(this.hover.value)) this.hover.value = null;
    if (!this.lit.value.every(exists)) this.lit.value = this.lit.value.filter(exists);
  }
}

// Saves the view options in the browser's storage.
export function rememberViewOptions(store: Store, storage: Pick<Storage, 'getItem' | 'setItem'>): void {
  try {
    const kept = JSON.parse(storage.getItem('limber.view') ?? '{}') as Partial<ViewOptions>;
    store.viewOptions.value = { ...defaultViewOptions, ...kept };
  } catch {
    // written by another version: use the defaults
  }
  effect(() => storage.setItem('limber.view', JSON.stringify(store.viewOptions.value)));
}
