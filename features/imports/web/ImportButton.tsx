import { Button, Modal } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { ImportKind } from '../contract.ts'

const ImportFile = lazy(() => import('./ImportFile.tsx').then((module) => ({ default: module.ImportFile })))
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
        <Suspense fallback={<Skeletons shape="form" />}>
          <ImportFile kind={kind} />
        </Suspense>
      </Modal>
    </>
  )
}
