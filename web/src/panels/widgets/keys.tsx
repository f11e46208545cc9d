// "Ctrl+Shift+Z" as little key caps.

// Beside the name of a button they are decoration: its name is enough, and the cheat sheet reads them out.
export function KeyWords({ keys, spoken = false }: { keys: string; spoken?: boolean }) {
  // "Ctrl++" is Ctrl and the plus key.
  const parts = keys === '+' ? ['+'] : keys.split(/\+(?!$)/);
  return (
    <span class="keys" aria-hidden={!spoken}>
      {parts.map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </span>
  );
}
