// A class attribute: the given names, and those of the flags that are true.
export const classes = (...parts: (string | Record<string, boolean>)[]): string =>
  parts.flatMap((part) => (typeof part === 'string' ? part : Object.keys(part).filter((name) => part[name]))).join(' ');
