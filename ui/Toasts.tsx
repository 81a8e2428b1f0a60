import { getDefaultZIndex } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { Toaster, useSonner } from 'sonner'

import { constants } from '#core/constants.ts'
import { colorScheme } from './color-scheme.ts'
import { toastHost } from './toast.ts'
import classes from './Toasts.module.css'

const { visible, durationMs, widthPx, gapPx } = constants.toasts

// Above a dialog, whose outcome it may announce; below a menu, whose items it would cover.
const layer = (getDefaultZIndex('modal') + getDefaultZIndex('popover')) / 2

/** The room between the header's controls for a toast, where it covers nothing of the page; null if there is none. */
function roomInHeader(): { top: number; left: number } | null {
  const header = globalThis.document?.querySelector('header')
  if (!header) return null
  const controls = [...header.querySelectorAll('a, button, input')]
    .map((one) => one.getBoundingClientRect())
    .filter(({ width }) => width > 0)
    .toSorted((a, b) => a.left - b.left)
  for (const [at, { left }] of controls.entries()) {
    const from = Math.max(...controls.slice(0, at).map(({ right }) => right))
    if (at > 0 && left - from >= widthPx + 2 * gapPx)
      return { top: Math.max(0, header.getBoundingClientRect().top) + 5, left: (from + left - widthPx) / 2 }
  }
  return null
}

/** The toasts on screen: 3 visible, 4000 ms each, 356 px wide, 14 px apart (Spec §9). */
export function Toasts() {
  useEffect(() => toastHost.mounted(), [])
  const theme = useSyncExternalStore(colorScheme.subscribe, colorScheme.current, () => 'light' as const)
  // Checked again with each toast.
  useSonner()
  const room = roomInHeader()
  return (
    <Toaster
      theme={theme}
      position={room ? 'top-left' : 'bottom-right'}
      offset={room ?? 24}
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
