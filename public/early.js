// Runs before the first paint and before any other code. Light or dark as the person chose (ui/color-scheme.ts does the same), else as the
// system says.
;(function () {
  let choice
  try {
    choice = localStorage.getItem('placewell-colour-scheme')
  } catch {
    // Storage may be forbidden: the system's setting then applies.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  // Repeats a press of a server-rendered button once it is hydrated, because the parts of a page hydrate one after the other, and an
  // earlier press would be lost. React has hydrated an element once it has set its property on it.
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
