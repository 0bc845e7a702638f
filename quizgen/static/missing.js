/* Finds where the site begins, above an address that leads nowhere: the links start there. */
(async () => {
  'use strict';
  const links = document.querySelectorAll('a[hreflang]');
  const startFrom = (root) => {
    for (const link of links) link.href = `${root}${link.hreflang}/index.html`;
  };
  if (location.protocol === 'file:') return startFrom('');
  const folders = location.pathname.split('/').slice(0, -1);
  for (; folders.length; folders.pop()) {
    const root = `${folders.join('/')}/`;
    const found = await fetch(`${root}root.css`, { method: 'HEAD' }).catch(() => null);
    if (found?.ok) return startFrom(root);
  }
})();
