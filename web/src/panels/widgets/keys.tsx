// "Ctrl+Shift+Z" as key caps. Screen readers skip them (`spoken` false) beside the name of a button.
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
