import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Attachment } from '#features/credential-types/contract.ts'

/** Forms and instructions of those who require a credential, to download. */
export function Attachments({ files }: { files: readonly Attachment[] }): ReactNode {
  return files.map(({ id, name }) => (
    <Text key={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
      <a href={`/api/files/${id}/content?reason=Attachment%20of%20a%20requirement`}>{name}</a>
    </Text>
  ))
}
