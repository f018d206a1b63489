// Queries of component specs wait as long as a spec may take: a loaded machine is slow, not wrong.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
}
