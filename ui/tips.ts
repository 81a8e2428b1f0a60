import { constants } from '#core/constants.ts'
import classes from './tips.module.css'

const { delayMs, skipDelayMs } = constants.tooltips

/**
 * What a button that shows nothing but an icon (or a count) is called; null for every other element, and while what it
 * has opened stands where its tip would.
 */
export function iconName(element: Pick<Element, 'getAttribute' | 'textContent'>): string | null {
  const name = element.getAttribute('aria-label')
  if (element.getAttribute('aria-expanded') === 'true') return null
  return name && /^\s*\d*\+?\s*$/.test(element.textContent ?? '') ? name : null
}

/**
 * When a tip comes and goes (Spec §9): 700 ms after it is wanted, at once where another stood less than 300 ms ago or
 * where `atOnce` says so. `draw` is given what it stands at, or nothing.
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
 * Shows the name of every icon-only button next to it, to the mouse and the keyboard; a screen reader has the name already.
 * Escape, a press and scrolling take it away; the pointer may move onto it. Returns how to stop.
 */
export function startTips(): () => void {
  const tip = Object.assign(document.createElement('div'), { className: classes.tip, hidden: true })
  tip.setAttribute('aria-hidden', 'true')
  document.body.append(tip)
  const timing = tipTiming<Element>((button) => (button ? position(tip, button) : (tip.hidden = true)))
  // What was pressed keeps quiet until the pointer has been elsewhere.
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

/** Above the button, or below where there is no room; never over the window's edge. */
function position(tip: HTMLElement, button: Element): void {
  // Rendered by the sheet: the name stands in the document once, on the button itself.
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
