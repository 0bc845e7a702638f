/* Switches: for the letters in the corners of tiles, on the page that explains the pictures,
   and for paper without answers, on pages of questions. */
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
  const offer = (name, isOn, change) => {
    const box = document.querySelector(`[data-kamen-${name}]`);
    if (!box) return;
    box.hidden = false;
    const input = box.querySelector('input');
    input.checked = isOn;
    input.addEventListener('change', () => change(input.checked));
  };
  document.addEventListener('DOMContentLoaded', () => {
    offer('letters', stored() !== 'off', (isOn) => {
      show(isOn);
      try {
        localStorage.setItem(KEY, isOn ? 'on' : 'off');
      } catch {
        // Without storage it holds for this page.
      }
    });
    offer('answers', false, (isOn) =>
      document.documentElement.classList.toggle('kamen-no-answers', isOn),
    );
  });
})();
