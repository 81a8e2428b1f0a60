import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { RosterRow } from '../contract.ts'
import { maskWords } from '../rules.ts'
import { privacy } from './queries.ts'

type Props = {
  shiftId: string
  /** Actions on a student, next to their clearance. */
  action?: (row: RosterRow) => ReactNode
}

/** The students on a shift, for the facility: named or masked, with the reason; each name shown is logged. */
export function FacilityRoster({ shiftId, action }: Props): ReactNode {
  // Loaded again each time, because a release may have just been revoked.
  const query = useQuery({
    ...privacy.roster.queryOptions({ input: { shift_id: shiftId } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
  })
  return (
    <Stack gap="xs">
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" />}
        failedTitle="The roster couldn’t be loaded"
        empty={{
          compact: true,
          titleOrder: 3,
          title: 'No one yet',
          description: 'Students appear here once the school assigns them.',
        }}
      >
        {(rows) => (
          <DataTable
            label="Students"
            rows={rows}
            columns={columnsWith(action)}
            rowKey={(row) => row.assignment_id}
            rowLabel={(row) => row.label}
          />
        )}
      </Loaded>
      <Text size="sm" c="dimmed">
        Confidential student record. For this placement only; do not share (34 CFR 99.33). Access is logged,
        and students can see it.
      </Text>
    </Stack>
  )
}

const phoneNumber = /([+(]?\d[\d() .-]{5,}\d)/

/** Text that never breaks across two lines. */
const Whole = ({ children }: { children: string }) => <span style={{ whiteSpace: 'nowrap' }}>{children}</span>

const columnsWith = (action: Props['action']): Column<RosterRow>[] => [
  {
    key: 'label',
    title: 'Student',
    render: (row) => (
      <div>
        <Text fw={600} size="sm">
          {row.label}
        </Text>
        {row.masked_because && <Masked because={row.masked_because} row={row} />}
      </div>
    ),
  },
  {
    key: 'level',
    title: 'Level',
    render: ({ level, year }) => (
      <Whole>{[level, year && `year ${year}`].filter(Boolean).join(', ') || '—'}</Whole>
    ),
  },
  {
    key: 'cleared',
    title: 'Cleared',
    render: (row) => {
      if (!row.is_named) return '—'
      if (row.cleared !== false) return row.cleared === null ? <Whole>Not checked yet</Whole> : 'Yes'
      return (
        <>
          {`No: ${(row.missing_types ?? []).join(', ')}`}
          {action?.(row)}
        </>
      )
    },
  },
  {
    key: 'emergency',
    title: 'In an emergency',
    render: ({ emergency_contact: contact, is_named }) =>
      contact?.split(phoneNumber).map((part, at) => (at % 2 === 1 ? <Whole key={at}>{part}</Whole> : part)) ??
      (is_named ? 'Shown on the day' : '—'),
  },
]

function Masked({ because, row }: { because: NonNullable<RosterRow['masked_because']>; row: RosterRow }) {
  const { why, next } = maskWords(because, { opensOn: row.opens_on, schoolName: row.school_name })
  return (
    <Text size="xs" c="dimmed">
      {why} {next}
    </Text>
  )
}
