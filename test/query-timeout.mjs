// Lets queries of component specs wait as long as a spec may take, because a loaded machine is
// slow.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
}
