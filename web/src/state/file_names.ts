// File names for scenes, and modification times as text.

// "My arm" -> "My arm.json"; characters that file systems refuse become dashes. Empty: no name yet.
export function fileNameFor(typed: string): string {
  const name = typed
    .trim()
    .replace(/\.json$/i, '')
    .replace(/[\u0000-\u001f\\/:*?"<>|]+/g, '-')
    .replace(/^\.+/, '')
    .trim();
  return name === '' ? '' : `${name}.json`;
}

// "arm.json" -> "arm-2.json", or the next number that no other file has.
export function otherName(file: string, taken: readonly string[]): string {
  const stem = file.replace(/\.json$/i, '').replace(/-\d+$/, '');
  let number = 2;
  while (taken.includes(`${stem}-${number}.json`)) number++;
  return `${stem}-${number}.json`;
}

// "just now", "5 minutes ago", "yesterday", "3 May 2024"
export function whenModified(modified: number, now: number): string {
  const minutes = Math.floor((now - modified) / 60000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  if (days < 7) return days === 1 ? 'yesterday' : `${days} days ago`;
  return new Date(modified).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}
