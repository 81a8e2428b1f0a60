import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'

import { useFocusBack } from './focus-back.ts'

/** A dialog for as long as it is rendered; when it goes, the focus returns to what asked for it. */
export function OpenModal(props: Omit<ModalProps, 'opened'>) {
  useFocusBack()
  return <Modal opened {...props} />
}

/** A drawer for as long as it is rendered; when it goes, the focus returns to what asked for it. */
export function OpenDrawer(props: Omit<DrawerProps, 'opened'>) {
  useFocusBack()
  return <Drawer opened {...props} />
}
