import { Modal as PlainModal, type ModalProps as PlainModalProps } from '@mantine/core'

import { useFocusBack } from './focus-back.ts'
import { type Leaving, useLeaving } from './leaving.ts'

export type ModalProps = PlainModalProps & Leaving

/** A dialog; what was typed in it is not lost without asking. */
export function Modal({ isTyped, ...props }: ModalProps) {
  return <PlainModal {...props} {...useLeaving(props, isTyped)} />
}

/** A dialog for as long as it is rendered; when it goes, the focus returns to what asked for it. */
export function OpenModal(props: Omit<ModalProps, 'opened'>) {
  useFocusBack()
  return <Modal opened {...props} />
}
