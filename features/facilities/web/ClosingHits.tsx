import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber, howMany } from '#core/number-text.ts'
import { formatRange } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import { Link } from '#ui/Link.tsx'
import type { CapstoneAhead, ClosingHit } from '../contract.ts'
import { CapstonesAhead } from './CapstonesAhead.tsx'

/** Lists the shifts and capstone projects on the days to be closed by school and site, and says that they stay. */
export function ClosingHits({
  hits,
  capstones,
  href,
}: {
  hits: readonly ClosingHit[]
  capstones: readonly CapstoneAhead[]
  href?: string | undefined
}): ReactNode {
  const students = <CapstonesAhead rows={capstones} when="on these days" isNotified={false} />
  if (hits.length === 0)
    return (
      <>
        <Banner kind="success">There are no shifts on these days.</Banner>
        {students}
      </>
    )
  const shifts = hits.reduce((sum, hit) => sum + hit.shifts, 0)
  return (
    <Stack gap="xs">
      <Banner kind="warning">
        {shifts === 1
          ? '1 shift on these days stays until it is canceled.'
          : `${formatNumber(shifts)} shifts on these days stay until they are canceled.`}
      </Banner>
      <Stack
        component="ul"
        gap="xs"
        aria-label="Shifts on these days"
        style={{ listStyle: 'none', margin: 0, padding: 0 }}
      >
        {hits.map((hit) => (
          <li key={`${hit.school_id} ${hit.site_id}`}>
            <Text size="sm" fw={500}>
              {hit.school_name}, {hit.site_name}
            </Text>
            <Text size="sm" c="dimmed">
              {howMany(hit.shifts, 'shift')}, {howMany(hit.seated, 'student')} seated,{' '}
              {formatRange(hit.first, hit.last)}
            </Text>
          </li>
        ))}
      </Stack>
      {students}
      {href && (
        <Text size="sm">
          <Link href={href}>See these shifts in the schedule</Link>
        </Text>
      )}
    </Stack>
  )
}
