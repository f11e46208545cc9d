// Questions asked by hovering: "how far would it get without this?". Asked after a short delay, once each; answers are
// discarded when the scene changes.

export interface Answered {
  satisfied: boolean;
  error: number;
  unit: 'm' | 'rad' | '';
  words: string;
}

export class WhatIf<Question extends object> {
  private readonly answers = new Map<string, Promise<Answered>>();
  private revision = -1;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private wanted = 0;

  constructor(
    private readonly ask: (question: Question) => Promise<Answered>,
    private readonly delay = 150,
  ) {}

  // Calls back with the answer unless another question or `cancel` came first.
  want(question: Question, revision: number, then: (answer: Answered | Error) => void): void {
    if (revision !== this.revision) {
      this.answers.clear();
      this.revision = revision;
    }
    this.cancel();
    const mine = this.wanted;
    const key = JSON.stringify(question);
    const known = this.answers.get(key);
    const deliver = (answer: Promise<Answered>): void => {
      answer.then(
        (result) => {
          if (this.wanted === mine) then(result);
        },
        (reason: Error) => {
          this.answers.delete(key); // may succeed next time
          if (this.wanted === mine) then(reason);
        },
      );
    };
    if (known) return deliver(known);
    this.timer = setTimeout(() => {
      const answer = this.ask(question);
      this.answers.set(key, answer);
      deliver(answer);
    }, this.delay);
  }

  cancel(): void {
    this.wanted++;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
