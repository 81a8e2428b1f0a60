import { getDefaultZIndex } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { toast, Toaster } from 'sonner'

import { constants } from '#core/constants.ts'
import { colourScheme } from './colour-scheme.ts'
import { toastHost } from './toast.ts'
import { type Offset, offsetFor, targetsOn } from './toast-offset.ts'
import classes from './Toasts.module.css'

const { visible, durationMs, widthPx, gapPx } = constants.toasts
const EDGE = 24
const EDGE_ON_PHONE = 16
const LOOK_EVERY_MS = 250

// Over a dialog, whose outcome it may tell; under a menu, whose items it would cover for as long as it stays.
const layer = (getDefaultZIndex('modal') + getDefaultZIndex('popover')) / 2

/** The toasts on screen: 3 visible, 4000 ms each, 356 px wide, 14 px apart (Spec §9), where they cover nothing that can be pressed. */
export function Toasts() {
  useEffect(() => toastHost.mounted(), [])
  const theme = useSyncExternalStore(colourScheme.subscribe, colourScheme.current, () => 'light' as const)
  const section = useRef<HTMLElement>(null)
  const { right, bottom } = useOffset(section)
  useDismissal(section)
  return (
    <Toaster
      ref={section}
      theme={theme}
      position="bottom-right"
      offset={{ right, bottom }}
      mobileOffset={{ left: EDGE_ON_PHONE, right: EDGE_ON_PHONE, bottom }}
      visibleToasts={visible}
      duration={durationMs}
      gap={gapPx}
      style={{ '--width': `${widthPx}px`, zIndex: layer } as React.CSSProperties}
      closeButton
      containerAriaLabel="Messages"
      toastOptions={{
        closeButtonAriaLabel: 'Close message',
        classNames: {
          toast: classes.toast ?? '',
          title: classes.title ?? '',
          description: classes.description ?? '',
          actionButton: classes.action ?? '',
          closeButton: classes.close ?? '',
          success: classes.success ?? '',
          error: classes.error ?? '',
          warning: classes.warning ?? '',
          info: classes.info ?? '',
        },
      }}
    />
  )
}

/**
 * Looks for a corner while there are messages: as they come, as the focus moves, and every moment, for the page scrolls and dialogs open
 * below them. It is their container that moves, so that nothing is read aloud twice. They stay where they are under the pointer, and with the focus in them.
 */
function useOffset(section: RefObject<HTMLElement | null>): Offset {
  const [offset, setOffset] = useState<Offset>({ right: EDGE, bottom: EDGE })
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined
    const look = () => {
      const list = section.current?.querySelector('ol')
      const isNew = timer === undefined
      if (!list) {
        clearInterval(timer)
        timer = undefined
        return
      }
      timer ??= setInterval(look, LOOK_EVERY_MS)
      if (list.matches(':hover') || list.contains(document.activeElement)) return
      setOffset((now) => {
        const found = offsetOf(list, isNew ? undefined : now)
        return found.right === now.right && found.bottom === now.bottom ? now : found
      })
    }
    const observer = new MutationObserver(look)
    observer.observe(section.current!, { childList: true, subtree: true })
    document.addEventListener('focusin', look)
    return () => {
      clearInterval(timer)
      observer.disconnect()
      document.removeEventListener('focusin', look)
    }
  }, [section])
  return offset
}

function offsetOf(list: HTMLElement, now: Offset | undefined): Offset {
  const { innerWidth, innerHeight } = window
  const messages = list.querySelectorAll<HTMLElement>('[data-visible=true]')
  const first = list.querySelector<HTMLElement>('[data-front=true]')
  if (!first) return now ?? { right: EDGE, bottom: EDGE }
  const size = { width: first.offsetWidth, height: first.offsetHeight + (messages.length - 1) * gapPx }
  return offsetFor(
    { window: { width: innerWidth, height: innerHeight }, size, targets: targetsOn(document) },
    size.width > innerWidth - 2 * EDGE ? EDGE_ON_PHONE : EDGE,
    now,
  )
}

/** Escape in a message closes all of them; Alt+T leads there (sonner's own). */
function useDismissal(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !section.current?.contains(document.activeElement)) return
      event.stopPropagation()
      toast.dismiss()
    }
    document.addEventListener('keydown', close, true)
    return () => document.removeEventListener('keydown', close, true)
  }, [section])
}
