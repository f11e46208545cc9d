// Text in the viewport: a pool of elements over the canvas, moved by transforms.

export interface Label {
  x: number; // [px] in the container
  y: number;
  text: string;
  kind?: 'name' | 'hover' | 'goal' | 'off' | 'warning' | 'axis';
}

const most = 120;
const lineHeight = 15,
  letterWidth = 6.1; // [px] approximate

export class Labels {
  private readonly root: HTMLElement;
  private readonly spans: HTMLSpanElement[] = [];
  private used = 0;
  private taken: { x: number; y: number; width: number }[] = [];

  constructor(container: HTMLElement) {
    this.root = document.createElement('div');
    this.root.className = 'limber-labels';
    this.root.setAttribute('aria-hidden', 'true'); // the panels have the same information in accessible form
    container.append(this.root);
  }

  begin(): void {
    this.used = 0;
    this.taken = [];
  }

  // Avoids overlaps: tries a line lower or higher, or to the left; names without room are left out.
  private freePlace(label: Label): { x: number; y: number } | null {
    const width = letterWidth * label.text.length + 4;
    const isFree = (x: number, y: number): boolean =>
      !this.taken.some((other) => x < other.x + other.width && other.x < x + width && Math.abs(y - other.y) < lineHeight);
    const columns = label.kind === 'goal' || label.kind === 'off' ? [label.x, label.x - width - 24] : [label.x];
    for (const x of columns) {
      for (const lines of [0, 1, -1, 2, -2]) {
        const y = label.y + lines * lineHeight;
        if (!isFree(x, y)) continue;
        this.taken.push({ x, y, width });
        return { x, y };
      }
    }
    return (label.kind ?? 'name') === 'name' || label.kind === 'off' ? null : label;
  }

  put(label: Label): void {
    if (this.used >= most) return;
    const at = this.freePlace(label);
    if (!at) return;
    let span = this.spans[this.used];
    if (!span) {
      span = document.createElement('span');
      this.spans.push(span);
      this.root.append(span);
    }
    this.used++;
    const kind = label.kind ?? 'name';
    if (span.className !== kind) span.className = kind;
    if (span.textContent !== label.text) span.textContent = label.text;
    if (span.hidden) span.hidden = false;
    moveTo(span, at.x, at.y);
  }
  moveHover(x: number, y: number): void {
    const span = this.spans.slice(0, this.used).find((other) => other.className === 'hover');
    if (span) moveTo(span, x, y);
  }
  end(): void {
    for (let i = this.used; i < this.spans.length; i++) if (!this.spans[i]!.hidden) this.spans[i]!.hidden = true;
  }
  dispose(): void {
    this.root.remove();
  }
}

function moveTo(span: HTMLSpanElement, x: number, y: number): void {
  span.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}
