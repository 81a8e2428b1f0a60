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

  // A button that came as HTML is pressed when it can answer: the parts of a page hydrate one after the other, and a press before
  // that would be lost. React has taken an element over when it has left its mark on it.
  let rendered
  const note = () => (rendered = new Set(document.querySelectorAll('button')))
  document.addEventListener('readystatechange', note, { once: true }) // before any module runs
  const isHydrated = (button) => Object.keys(button).some((key) => key.startsWith('__reactProps'))
  const waiting = new Set()
  const pressWhenHydrated = (button) => {
    if (button.isConnected && !isHydrated(button))
      return requestAnimationFrame(() => pressWhenHydrated(button))
    waiting.delete(button)
    if (button.isConnected) setTimeout(() => button.click())
  }
  const hold = (event) => {
    const button = event.target.closest?.('button')
    if (!button || (rendered && !rendered.has(button)) || isHydrated(button)) return
    event.preventDefault()
    event.stopPropagation()
    if (waiting.has(button)) return
    waiting.add(button)
    pressWhenHydrated(button)
  }
  addEventListener('click', hold, true)
})()
