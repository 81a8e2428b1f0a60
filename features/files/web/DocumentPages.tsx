import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { FileSummary } from '../contract.ts'
import classes from './DocumentPages.module.css'

type DocumentPagesProps = {
  file: Pick<FileSummary, 'id' | 'name' | 'pages'>
  /** Why it is opened: the access trail has it, and the student can read it. */
  reason: string
}

/** A file's pages below each other, rendered by the server; the original can only be downloaded. */
export function DocumentPages({ file: { id, name, pages }, reason }: DocumentPagesProps): ReactNode {
  const why = new URLSearchParams({ reason }).toString()
  const count = pages ?? 1
  return (
    <Stack gap="sm">
      {Array.from({ length: count }, (_, at) => (
        <DocumentPage
          key={`${id} ${at}`}
          src={`/api/files/${id}/pages/${at + 1}?${why}`}
          alt={count === 1 ? name : `Page ${at + 1} of ${count}, ${name}`}
        />
      ))}
      <Anchor href={`/api/files/${id}/content?${why}`} download={name} size="sm">
        Download {name}
      </Anchor>
    </Stack>
  )
}

function DocumentPage({ src, alt }: { src: string; alt: string }): ReactNode {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  if (state === 'failed')
    return (
      <Text role="alert" size="sm">
        This page cannot be shown. Download the file to see it, or reload to try again.
      </Text>
    )
  return (
    <div className={classes.page}>
      {state === 'loading' && <Skeleton className={classes.waiting} />}
      <img
        src={src}
        alt={alt}
        loading="lazy"
        className={classes.image}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
    </div>
  )
}
