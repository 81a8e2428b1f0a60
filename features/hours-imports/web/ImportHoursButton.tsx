import { Button, Modal } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'

// Loaded on demand: few use it, and it includes a parser.
const ImportHours = lazy(() => import('./ImportHours.tsx').then((file) => ({ default: file.ImportHours })))

/** Opens the import of hours from another system's file, for the page that lists them; `school` is only for the platform. */
export function ImportHoursButton({ school }: { school: string | null }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Import hours
      </Button>
      {/* A stray click or key must not discard the preview. */}
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Import hours"
        size={1000}
        closeOnClickOutside={false}
        closeOnEscape={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Suspense fallback={<Skeletons shape="form" />}>
          <ImportHours school={school} />
        </Suspense>
      </Modal>
    </>
  )
}
