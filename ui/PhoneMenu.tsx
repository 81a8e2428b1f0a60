import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

import type { Tone } from './tones.ts'
import classes from './AppFrame.module.css'

interface PhoneMenuProps {
  opened: boolean
  onClose: () => void
  brand: ReactNode
  tone: Tone
  /** The navigation. */
  children: ReactNode
}

/** The navigation of a signed-in area if the window is too narrow for it. */
export function PhoneMenu({ opened, onClose, brand, tone, children }: PhoneMenuProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={288}
      title={brand}
      classNames={{
        content: classes.drawer,
        header: classes.drawerHeader,
        body: classes.drawerBody,
        close: classes.drawerClose,
      }}
      closeButtonProps={{ 'aria-label': 'Close menu' }}
      attributes={{ content: { 'data-tone': tone } }}
    >
      {children}
    </Drawer>
  )
}
