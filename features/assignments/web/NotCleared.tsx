import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import { ownClearanceQuery } from './queries.ts'

/** What a student is missing for a shift, by when, and the way to it. */
export function NotCleared({ missing }: { missing: readonly string[] }): ReactNode {
  return (
    <Text size="sm" c="var(--pw-orange-ink)">
      {`You are not cleared for this shift${missing.length > 0 ? `: ${missing.join('; ')}` : ''}. `}
      <Link href="/student/credentials">Fix this</Link>
    </Text>
  )
}

/** What the student would be missing on each of some open shifts, before they take one; nothing where they are cleared. */
export function useNotCleared(shifts: readonly { id: string }[]): (shiftId: string) => ReactNode {
  const { data } = useQuery({
    ...ownClearanceQuery(shifts.map(({ id }) => id)),
    placeholderData: keepPreviousData,
  })
  return (shiftId) => {
    const found = data?.find(({ shift_id: id }) => id === shiftId)
    return found?.status === 'not_cleared' && <NotCleared missing={found.missing} />
  }
}
