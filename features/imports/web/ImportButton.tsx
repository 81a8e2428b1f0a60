import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { ImportKind } from '../contract.ts'

const ImportDialog = lazyDialog(() => import('./ImportDialog.tsx').then((file) => file.ImportDialog), {
  opened: false,
})

/**
 * Opens the superadmin's import of hospitals and nursing homes (`sites`) or of schools, for the page that lists them. Its code, which
 * includes a parser, loads when it is opened.
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
      <ImportDialog kind={kind} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
