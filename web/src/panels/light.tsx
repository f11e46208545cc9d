// The state of one task or of all tasks as a coloured shape: a ring for off, a disc for reached, a triangle for short, a
// square if the first priority falls short. The shapes differ for those who cannot see the colours.

export type LightKind = 'off' | 'green' | 'orange' | 'red';

const words: Record<LightKind, string> = { off: 'off', green: 'reached', orange: 'not reached', red: 'first priority, not reached' };

export function LightShape({ light, label = words[light] }: { light: LightKind; label?: string }) {
  return (
    <svg class={`light-shape ${light}`} viewBox="0 0 14 14" role="img" aria-label={label}>
      {light === 'off' && <circle cx="7" cy="7" r="4.25" fill="none" stroke="currentColor" stroke-width="1.5" />}
      {light === 'green' && <circle cx="7" cy="7" r="5.25" fill="currentColor" />}
      {light === 'green' && (
        <path class="sign" d="m4.6 7.2 1.7 1.6 3.1-3.5" fill="none" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" />
      )}
      {light === 'orange' && (
        <path d="M7 1.6 13 12H1z" fill="currentColor" stroke="currentColor" stroke-width="1.2" stroke-linejoin="round" />
      )}
      {light === 'orange' && <path class="sign" d="M7 5.4v3M7 10.3v.01" stroke-width="1.6" stroke-linecap="round" />}
      {light === 'red' && <rect x="1.6" y="1.6" width="10.8" height="10.8" rx="2.4" fill="currentColor" />}
      {light === 'red' && <path class="sign" d="m4.8 4.8 4.4 4.4M9.2 4.8 4.8 9.2" stroke-width="1.6" stroke-linecap="round" />}
    </svg>
  );
}
