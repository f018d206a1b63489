// Before the first paint: the theme that was chosen, else the system's, and the language. A file of
// its own, because the page allows no inline script.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('fieldtrace.theme');
    document.documentElement.lang = localStorage.getItem('fieldtrace.language') || 'en-IN';
  } catch (_) {
    // storage may be forbidden: then the system decides
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]').setAttribute('content', dark ? '#0b1011' : '#f5f4f1');
})();
