/* The switch for the letters in the corners of tiles, on the page that explains the pictures. */
(() => {
  'use strict';
  const KEY = 'kamen-letters';
  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const show = (isOn) => document.documentElement.classList.toggle('kamen-no-letters', !isOn);
  show(stored() !== 'off');
  document.addEventListener('DOMContentLoaded', () => {
    const box = document.querySelector('[data-kamen-letters]');
    if (!box) return;
    box.hidden = false;
    const input = box.querySelector('input');
    input.checked = stored() !== 'off';
    input.addEventListener('change', () => {
      show(input.checked);
      try {
        localStorage.setItem(KEY, input.checked ? 'on' : 'off');
      } catch {
        // Without storage it holds for this page.
      }
    });
  });
})();
