import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column } from '#ui/DataTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { AccessEvent } from '../contract.ts'
import { accessTitle, readerLabel } from './access-words.ts'

type ReadRow = Parameters<typeof readerLabel>[0] &
  Parameters<typeof accessTitle>[0] &
  Pick<AccessEvent, 'at' | 'reason'> & { request_id?: string }

/** Who read what and when: the same in a school's log and in one student's list. */
export const readColumns = {
  who: {
    key: 'who',
    title: 'Who',
    render: (row: ReadRow) => (
      <TwoLines first={readerLabel(row)} second={row.reason && `“${row.reason}”`} isStrong />
    ),
  },
  what: {
    key: 'what',
    title: 'What',
    render: (row: ReadRow) => (
      <TwoLines first={accessTitle(row)} second={row.request_id && `Request ${row.request_id}`} />
    ),
  },
  at: { key: 'at', title: 'When', render: ({ at }: ReadRow) => <RelativeTime value={at} /> },
} satisfies Record<string, Column<ReadRow>>

type TwoLinesProps = { first: string; second: string | null | undefined; isStrong?: boolean }

function TwoLines({ first, second, isStrong }: TwoLinesProps): ReactNode {
  return (
    <div>
      <Text size="sm" {...(isStrong && { fw: 600 })}>
        {first}
      </Text>
      {second && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {second}
        </Text>
      )}
    </div>
  )
}
