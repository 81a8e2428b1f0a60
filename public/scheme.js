// Before the first paint: light or dark as the person chose (ui/colour-scheme.ts keeps to it), else as the system says.
;(function () {
  let choice
  try {
    choice = localStorage.getItem('placewell-colour-scheme')
  } catch {
    // Storage may be forbidden: then the system decides.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
