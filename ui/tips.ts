import { constants } from '#core/constants.ts'
import classes from './tips.module.css'

const { delayMs, skipDelayMs } = constants.tooltips

/**
 * The name of a button that shows only an icon (or a count); null for every other element, and while the button's popup covers the tip's
 * position.
 */
export function iconName(element: Pick<Element, 'getAttribute' | 'textContent'>): string | null {
  const name = element.getAttribute('aria-label')
  if (element.getAttribute('aria-expanded') === 'true') return null
  return name && /^\s*\d*\+?\s*$/.test(element.textContent ?? '') ? name : null
}

/**
 * When a tip appears and disappears (Spec §9): after 700 ms, or at once if another was shown less than 300 ms ago or `atOnce` is set.
 * `draw` receives the target, or undefined to hide the tip.
 */
export function tipTiming<Target>(draw: (target: Target | undefined) => void) {
  let wanted: Target | undefined
  let shown: Target | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let goneAt = -Infinity
  const show = (target: Target) => draw((shown = target))
  return {
    want(target: Target, atOnce = false): void {
      if (target === wanted) return
      this.drop()
      wanted = target
      if (atOnce || Date.now() - goneAt < skipDelayMs) show(target)
      else timer = setTimeout(show, delayMs, target)
    },
    drop(): void {
      clearTimeout(timer)
      wanted = undefined
      if (!shown) return
      shown = undefined
      goneAt = Date.now()
      draw(undefined)
    },
  }
}

/**
 * Shows the name of every icon-only button next to it, for mouse and keyboard; a screen reader already has the name. Escape, a press and
 * scrolling hide it; the pointer may move onto it. Returns a function that stops it.
 */
export function startTips(): () => void {
  const tip = Object.assign(document.createElement('div'), { className: classes.tip, hidden: true })
  tip.setAttribute('aria-hidden', 'true')
  document.body.append(tip)
  const timing = tipTiming<Element>((button) => (button ? position(tip, button) : (tip.hidden = true)))
  // A pressed button shows no tip until the pointer has been elsewhere.
  let quiet: Element | undefined
  const stop = new AbortController()
  const on = <Type extends keyof DocumentEventMap>(
    type: Type,
    hear: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, hear, { capture: true, passive: true, signal: stop.signal })

  on('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch' || target === tip) return
    const button = buttonAt(target)
    if (button !== quiet) quiet = undefined
    if (button && button !== quiet) timing.want(button)
    else timing.drop()
  })
  on('focusin', ({ target }) => {
    const button = buttonAt(target)
    if (button?.matches(':focus-visible')) timing.want(button, true)
    else timing.drop()
  })
  on('focusout', () => timing.drop())
  on('pointerdown', ({ target }) => {
    quiet = buttonAt(target)
    timing.drop()
  })
  on('keydown', ({ key }) => (key === 'Escape' || key === 'Enter' || key === ' ') && timing.drop())
  on('scroll', () => timing.drop())
  return () => {
    stop.abort()
    timing.drop()
    tip.remove()
  }
}

function buttonAt(target: EventTarget | null): Element | undefined {
  const button = target instanceof Element ? target.closest('button, a') : null
  return button && iconName(button) ? button : undefined
}

const GAP = 6
const EDGE = 8

/** Above the button, or below if there is no room; never beyond the window's edge. */
function position(tip: HTMLElement, button: Element): void {
  // Rendered by CSS, so that the name is in the document only once, on the button itself.
  const name = iconName(button)
  tip.dataset['words'] = name ?? ''
  tip.hidden = !name || !button.isConnected
  const { left, width, top, bottom } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tip
  const most = document.documentElement.clientWidth - offsetWidth - EDGE
  const above = top - GAP - offsetHeight
  tip.style.left = `${Math.max(EDGE, Math.min(left + (width - offsetWidth) / 2, most))}px`
  tip.style.top = `${above >= EDGE ? above : bottom + GAP}px`
}
