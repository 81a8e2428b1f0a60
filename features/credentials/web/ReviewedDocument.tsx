import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DocumentPages } from '#features/files/web/public.ts'
import type { FileSummary } from '#features/files/contract.ts'
import classes from './Review.module.css'

type Props = {
  files: readonly Pick<FileSummary, 'id' | 'name' | 'pages'>[]
  isRestricted: boolean
  /** The reason for opening it, for the access log. */
  reason: string
}

/** The document of a submission. A restricted result needs a separate press to open: its class is usually enough (domain §2.20). */
export function ReviewedDocument({ files, isRestricted, reason }: Props): ReactNode {
  const [isOpen, setOpen] = useState(!isRestricted)
  return (
    <section className={classes.pages} aria-label="Document">
      {!isOpen && (
        <>
          <Text size="sm">This result is restricted. The student can see who opened the document.</Text>
          <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => setOpen(true)}>
            Open the document
          </Button>
        </>
      )}
      {isOpen && files.map((file) => <DocumentPages key={file.id} file={file} reason={reason} />)}
      {files.length === 0 && (
        <Text size="sm" c="dimmed">
          Sent without a document.
        </Text>
      )}
    </section>
  )
}
