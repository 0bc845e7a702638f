/* Sends a reader to the pages in the language the browser asks for; without it the links serve. */
document.addEventListener('DOMContentLoaded', () => {
  'use strict';
  const links = new Map([...document.querySelectorAll('a[hreflang]')].map((a) => [a.hreflang, a]));
  const wanted = navigator.languages.map((code) => code.split('-')[0]);
  const code = wanted.find((one) => links.has(one)) ?? document.documentElement.lang;
  location.replace(links.get(code).href);
});
