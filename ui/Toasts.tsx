import { getDefaultZIndex } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { Toaster } from 'sonner'

import { constants } from '#core/constants.ts'
import { colourScheme } from './colour-scheme.ts'
import { toastHost } from './toast.ts'
import classes from './Toasts.module.css'

const { visible, durationMs, widthPx, gapPx } = constants.toasts

// Over a dialog, whose outcome it may tell; under a menu, whose items it would cover for as long as it stays.
const layer = (getDefaultZIndex('modal') + getDefaultZIndex('popover')) / 2

/** The toasts on screen: 3 visible, 4000 ms each, 356 px wide, 14 px apart (Spec §9). */
export function Toasts() {
  useEffect(() => toastHost.mounted(), [])
  const theme = useSyncExternalStore(colourScheme.subscribe, colourScheme.current, () => 'light' as const)
  return (
    <Toaster
      theme={theme}
      position="bottom-right"
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
