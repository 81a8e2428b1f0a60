import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ImportKind } from '../contract.ts'
import { LazyImportFile } from './LazyImportFile.tsx'

const titles = { sites: 'Import hospitals and nursing homes', schools: 'Import schools' }

type Props = { kind: ImportKind; opened: boolean; onClose: () => void }

export function ImportDialog({ kind, opened, onClose }: Props): ReactNode {
  // A stray click or key must not discard the preview.
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={titles[kind]}
      size={1100}
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <LazyImportFile kind={kind} />
    </Modal>
  )
}
