import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CredentialType } from '../contract.ts'
import { TypeForm } from './TypeForm.tsx'

type Props = { opened: boolean; type: CredentialType | undefined; onClose: () => void }

/** Changes a credential type of the reader's own, with a preview of what the student will see. */
export function ChangeTypeDrawer({ opened, type, onClose }: Props): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={1080}
      title={type ? `Change ${type.name}` : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && type && <TypeForm key={type.id} type={type} onDone={onClose} />}
    </Drawer>
  )
}
