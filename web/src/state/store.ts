// What the page knows, as signals. Knows nothing of three.js or of the document: tests run it in Node.
// Frames come at the display rate and are no signal: who draws them subscribes.

import { batch, computed, effect, signal } from '@preact/signals';
import type { ConnectionState } from '../protocol/connection';
import type { Snapshot, Light } from '../protocol/snapshot';
import type {
  Commands, FigureMessage, FilesMessage, Results, SceneMessage, ServerMessage, ShapeJson, StatusMessage, TechniqueInfo, TimeMessage, Verb,
} from '../protocol/messages';

import { obstaclesNamed } from './obstacle_list';

export type Selection =
  | { kind: 'segment'; segment: string; point?: [number, number, number] } // point: where it was clicked, its frame
  | { kind: 'frame'; frame: string }
  | { kind: 'task'; number: number }
  | { kind: 'obstacle'; name: string } // or a group's: state/obstacle_list.ts
  | null;

export const sameSelection = (a: Selection, b: Selection): boolean =>
  JSON.stringify({ ...a, point: undefined }) === JSON.stringify({ ...b, point: undefined });

export interface Notice {
  number: number;
  kind: 'info' | 'warning' | 'refusal';
  words: string;
}

// What is drawn besides the figure, and how. Kept in the browser, not in the scene.
export interface ViewOptions {
  views: 1 | 2 | 4;
  frames: boolean;
  names: boolean;
  axes: boolean; // of joints
  limits: boolean; // swing-limit cones and arcs of the selected joint
  centerOfMass: boolean;
  manipulability: boolean; // ellipsoid at the end effector or the selected frame
  goalLines: boolean;
  contacts: boolean; // where the figure comes near something, with its distance
  normals: boolean; // of these: the way out
  virtualArms: boolean; // their ends and how far they look, where that technique runs
  trace: boolean; // where the end effector or the selected frame went
  reachCloud: boolean; // where it could go
  wireframe: boolean;
  shadows: boolean;
}
export const defaultViewOptions: ViewOptions = {
  views: 1, frames: false, names: false, axes: false, limits: true, centerOfMass: false, manipulability: false,
  goalLines: true, contacts: false, normals: false, virtualArms: true, trace: false, reachCloud: false, wireframe: false, shadows: true,
};

// What the pointer does in the viewport beyond orbiting and dragging the body.
export type Mode =
  | { kind: 'drag' } // the usual
  | { kind: 'pick-place'; words: string; then: (place: { segment: string; point: [number, number, number] }) => void };

export type Sender = <V extends Verb>(
  verb: V, body: Commands[V],
) => Promise<V extends keyof Results ? Results[V] : undefined>;

export class Store {
  readonly connection = signal<ConnectionState>('connecting');
  readonly figure = signal<FigureMessage | null>(null);
  readonly scene = signal<SceneMessage | null>(null);
  readonly status = signal<StatusMessage | null>(null);
  readonly time = signal<TimeMessage | null>(null);
  readonly files = signal<FilesMessage | null>(null);
  readonly techniques = signal<TechniqueInfo[]>([]);
  readonly version = signal('');

  readonly document = signal(0); // counts documents opened
  readonly selection = signal<Selection>(null);
  readonly hover = signal<Selection>(null);
  readonly lit = signal<Selection[]>([]); // lit up because something blocks: set by panels, drawn by the view
  readonly mode = signal<Mode>({ kind: 'drag' });
  readonly viewOptions = signal<ViewOptions>(defaultViewOptions);
  readonly preview = signal<readonly ShapeJson[] | null>(null); // drawn in the world as what could be there
  readonly path = signal<readonly number[] | null>(null); // being followed, as a line: x y z, x y z, ...
  readonly madeLast = signal<'recording' | 'keyframes' | null>(null); // what a person means by "play"
  readonly notices = signal<Notice[]>([]);
  readonly light = signal<Light>('green');
  readonly moving = signal(false);

  readonly segmentIndex = computed(() => {
    const index = new Map<string, number>();
    this.figure.value?.segments.forEach((segment, i) => index.set(segment.name, i));
    return index;
  });

  snapshot: Snapshot | null = null; // the newest one that fits the figure
  private snapshotListeners = new Set<(snapshot: Snapshot) => void>();
  private nextNotice = 1;
  private nextGesture = 1;

  constructor(private readonly sender: Sender) {}

  // Sends a command; a refusal becomes a notice, and the promise gives undefined.
  async send<V extends Verb>(verb: V, body: Commands[V]): Promise<(V extends keyof Results ? Results[V] : undefined) | undefined> {
    try {
      return await this.sender(verb, body);
    } catch (refusal) {
      this.notify('refusal', (refusal as Error).message);
      return undefined;
    }
  }

  // The same, for those who want to show the refusal beside their input; rejects.
  ask<V extends Verb>(verb: V, body: Commands[V]): Promise<V extends keyof Results ? Results[V] : undefined> {
    return this.sender(verb, body);
  }

  gesture(): number {
    return this.nextGesture++;
  }

  receive(message: ServerMessage): void {
    batch(() => {
      switch (message.type) {
        case 'welcome': this.version.value = message.version; break;
        case 'techniques': this.techniques.value = message.techniques; break;
        case 'figure': this.takeFigure(message); break;
        case 'scene':
          // Another document: the same numbers and names mean something else there.
          if (this.scene.value && this.scene.value.title !== message.title && this.scene.value.figure_revision !== message.figure_revision) {
            this.selection.value = this.hover.value = null;
            this.lit.value = [];
            this.path.value = null;
            this.document.value++;
          }
          this.scene.value = message;
          this.dropStaleSelection();
          break;
        case 'status': this.status.value = message; break;
        case 'time': this.time.value = message; break;
        case 'files': this.files.value = message; break;
        case 'notice': this.notify(message.kind, message.words); break;
        case 'refused': this.notify('refusal', message.words); break;
        case 'done': break;
      }
    });
  }

  // A link that went when its chain got fewer links: what was selected is the chain's end, and still is.
  private takeFigure(figure: FigureMessage): void {
    const selected = this.selection.value;
    if (selected?.kind === 'segment' && !figure.segments.some(({ name }) => name === selected.segment)) {
      const chain = this.figure.value?.segments.find(({ name }) => name === selected.segment)?.chain;
      const last = chain === undefined ? undefined : figure.segments.filter((segment) => segment.chain === chain).at(-1);
      if (last) this.selection.value = { kind: 'segment', segment: last.name };
    }
    this.figure.value = figure;
    this.snapshot = null;
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

  // What was selected may be gone after an edit or an undo.
  private dropStaleSelection(): void {
    const exists = (selection: Selection): boolean => {
      switch (selection?.kind) {
        case 'segment': return this.segmentIndex.value.has(selection.segment);
        case 'frame': return this.figure.value?.frames.some((frame) => frame.name === selection.frame) ?? false;
        case 'task': return this.scene.value?.tasks.some((task) => task.number === selection.number) ?? false;
        case 'obstacle': return obstaclesNamed(this.scene.value?.world ?? [], selection.name).length > 0;
        default: return true;
      }
    };
    if (!exists(this.selection.value)) this.selection.value = null;
    if (!exists(this.hover.value)) this.hover.value = null;
    if (!this.lit.value.every(exists)) this.lit.value = this.lit.value.filter(exists);
  }
}

// Keeps the view options in the browser's storage.
export function rememberViewOptions(store: Store, storage: Pick<Storage, 'getItem' | 'setItem'>): void {
  try {
    const kept = JSON.parse(storage.getItem('limber.view') ?? '{}') as Partial<ViewOptions>;
    store.viewOptions.value = { ...defaultViewOptions, ...kept };
  } catch {
    // what another version kept does not matter
  }
  effect(() => storage.setItem('limber.view', JSON.stringify(store.viewOptions.value)));
}
