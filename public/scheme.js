// Before the first paint, and before any other code is here.
// Light or dark as the person chose (ui/colour-scheme.ts keeps to it), else as the system says.
;(function () {
  let choice
  try {
    choice = localStorage.getItem('placewell-colour-scheme')
  } catch {
    // Storage may be forbidden: then the system decides.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  // Which button of a page that the server drew was pressed before its code was here (app/main.tsx).
  const hear = ({ target }) => {
    window.pressedEarly = target.closest?.('button') ?? window.pressedEarly
  }
  addEventListener('click', hear, true)
  addEventListener('awake', () => removeEventListener('click', hear, true), { once: true })
})()
