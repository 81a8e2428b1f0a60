import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'

import { useRestoreFocus } from './restore-focus.ts'

/** A dialog that is open while it is rendered; when it closes, the focus returns to the element that opened it. */
export function OpenModal(props: Omit<ModalProps, 'opened'>) {
  useRestoreFocus()
  return <Modal opened {...props} />
}

/** A drawer that is open while it is rendered; when it closes, the focus returns to the element that opened it. */
export function OpenDrawer(props: Omit<DrawerProps, 'opened'>) {
  useRestoreFocus()
  return <Drawer opened {...props} />
}
