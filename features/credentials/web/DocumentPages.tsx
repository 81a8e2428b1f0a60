import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Review.module.css'

type Props = {
  files: readonly { id: string; name: string; mime_type: string | null; pages: number | null }[]
}

const REASON = encodeURIComponent('Review of a credential')

/** The pages of a document as images that the server renders; the original only downloads (domain §2.20). */
export function DocumentPages({ files }: Props): ReactNode {
  if (files.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Sent without a document.
      </Text>
    )
  return (
    <section className={classes.pages} aria-label="Document">
      {files.map((file) => (
        <div key={file.id}>
          {Array.from({ length: Math.min(file.pages ?? 1, 20) }, (_, at) => (
            <img
              key={at}
              src={`/api/files/${file.id}/pages/${at + 1}?reason=${REASON}`}
              alt={`${file.name}, page ${at + 1}`}
              loading="lazy"
            />
          ))}
          <a href={`/api/files/${file.id}/content?reason=${REASON}`}>Download {file.name}</a>
        </div>
      ))}
    </section>
  )
}
