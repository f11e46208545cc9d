// Opens a file, or the folder or zip of a robot, that is dropped anywhere on the page.

import { useEffect } from 'preact/hooks';
import type { Shell } from '../state/shell';
import { openDrop } from './files_actions';

export function useFileDrop(shell: Shell): void {
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      shell.dropping.value = true;
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) shell.dropping.value = false;
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      shell.dropping.value = false;
      if (event.dataTransfer) void openDrop(shell, event.dataTransfer);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [shell]);
}
