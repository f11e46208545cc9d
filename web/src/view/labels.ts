// Words in the viewport: a pool of elements laid over the canvas, moved by transforms.

export interface Label {
  x: number; // [px] in the container
  y: number;
  text: string;
  kind?: 'name' | 'hover' | 'goal' | 'warning' | 'axis';
}

const most = 120;

const style = `
.limber-labels { position: absolute; inset: 0; overflow: hidden; pointer-events: none; contain: strict; }
.limber-labels span {
  position: absolute; left: 0; top: 0; white-space: nowrap; font: 500 11px/1.35 "Inter", "Inter Variable", system-ui, sans-serif;
  color: #c9ced4; text-shadow: 0 0 3px #0e1012, 0 1px 2px #0e1012; will-change: transform; font-feature-settings: "tnum";
}
.limber-labels .hover, .limber-labels .warning { padding: 1px 6px 2px; border-radius: 4px; text-shadow: none; background: #1b1e22e6; color: #eceff2; box-shadow: 0 0 0 1px #3a3f45; }
.limber-labels .warning { background: #4a1d20ee; color: #ffd9d9; box-shadow: 0 0 0 1px #8b3539; }
.limber-labels .goal { color: #f3c08f; }
.limber-labels .axis { color: #8b939c; font-weight: 600; letter-spacing: .02em; }
`;

export class Labels {
  private readonly root: HTMLElement;
  private readonly spans: HTMLSpanElement[] = [];
  private used = 0;

  constructor(container: HTMLElement) {
    this.root = document.createElement('div');
    this.root.className = 'limber-labels';
    this.root.setAttribute('aria-hidden', 'true'); // the panels say the same in words that can be reached
    const sheet = document.createElement('style');
    sheet.textContent = style;
    this.root.append(sheet);
    container.append(this.root);
  }

  begin(): void {
    this.used = 0;
  }
  put(label: Label): void {
    if (this.used >= most) return;
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
    span.style.transform = `translate(${Math.round(label.x)}px, ${Math.round(label.y)}px)`;
  }
  end(): void {
    for (let i = this.used; i < this.spans.length; i++) if (!this.spans[i]!.hidden) this.spans[i]!.hidden = true;
  }
  dispose(): void {
    this.root.remove();
  }
}
