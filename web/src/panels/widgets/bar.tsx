// A progress bar: a share as length and colour. The text beside it is up to its user.

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

export function Bar({ label, share, tone = 'plain', words }: { label: string; share: number; tone?: Tone; words?: string }) {
  const percent = 100 * Math.min(1, Math.max(0, Number.isFinite(share) ? share : 1));
  return (
    <div
      class={`bar ${tone}`}
      role="meter"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={words}
    >
      <div class="fill" style={{ width: `${percent}%` }} />
    </div>
  );
}
