import { Button, Modal } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ImportKind } from '../contract.ts'
import { LazyImportFile } from './LazyImportFile.tsx'

const titles = { sites: 'Import hospitals and nursing homes', schools: 'Import schools' }

/**
 * Opens the superadmin's import of hospitals and nursing homes (`sites`) or of schools, for the page that lists them. What it
 * needs is fetched when it is opened: it brings a parser along.
 */
export function ImportButton({ kind }: { kind: ImportKind }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Import a file
      </Button>
      {/* A stray click or key must not lose what was looked at. */}
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={titles[kind]}
        size={1100}
        closeOnClickOutside={false}
        closeOnEscape={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <LazyImportFile kind={kind} />
      </Modal>
    </>
  )
}
