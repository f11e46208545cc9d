declare module '*.css' {
  const text: string; // with { type: 'text' }
  export default text;
}
