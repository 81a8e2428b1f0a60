import { getDefaultZIndex } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { Toaster, useSonner } from 'sonner'

import { constants } from '#core/constants.ts'
import { colourScheme } from './colour-scheme.ts'
import { toastHost } from './toast.ts'
import classes from './Toasts.module.css'

const { visible, durationMs, widthPx, gapPx } = constants.toasts

// Over a dialog, whose outcome it may tell; under a menu, whose items it would cover for as long as it stays.
const layer = (getDefaultZIndex('modal') + getDefaultZIndex('popover')) / 2

// From here on the middle of the header is free: a toast there covers no control of the page, of a form's foot or of a list's last row.
const wide = window.matchMedia('(min-width: 75em)')
const onWidth = (listener: () => void): (() => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
/** Within the header, which begins below what is announced over it. */
const headerTop = (): number =>
  Math.max(0, document.querySelector('header')?.getBoundingClientRect().top ?? 0) + 5

/** The toasts on screen: 3 visible, 4000 ms each, 356 px wide, 14 px apart (Spec §9). */
export function Toasts() {
  useEffect(() => toastHost.mounted(), [])
  const theme = useSyncExternalStore(colourScheme.subscribe, colourScheme.current, () => 'light' as const)
  const isWide = useSyncExternalStore(onWidth, () => wide.matches)
  // Looked at again with each toast.
  useSonner()
  return (
    <Toaster
      theme={theme}
      position={isWide ? 'top-center' : 'bottom-right'}
      offset={{ top: headerTop(), right: 24, bottom: 24 }}
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
