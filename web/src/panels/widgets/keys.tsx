// "Ctrl+Shift+Z" as little key caps.

export function KeyWords({ keys }: { keys: string }) {
  // "Ctrl++" is Ctrl and the plus key.
  const parts = keys === '+' ? ['+'] : keys.split(/\+(?!$)/);
  return (
    <span class="keys">
      {parts.map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </span>
  );
}
