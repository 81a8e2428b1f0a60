import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { howMany } from '#core/number-text.ts'
import { formatDate, formatRange } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import type { CapstoneAhead } from '../contract.ts'

/** Lists the capstone projects with planned days that a change affects, and says that these days stay planned. */
export function CapstonesAhead({
  rows,
  when,
  isNotified = true,
}: {
  rows: readonly CapstoneAhead[]
  /** Which days they are: "after that day". */
  when: string
  /** False if no one is notified of the days. */
  isNotified?: boolean
}): ReactNode {
  if (rows.length === 0) return null
  return (
    <Stack gap="xs">
      <Banner kind="warning" title={capstonesAheadTitle(rows, when)}>
        {CAPSTONES_STAY}
        {isNotified && ` ${NOTIFIED}`}
      </Banner>
      <Stack
        component="ul"
        gap="xs"
        aria-label="Capstone projects"
        style={{ listStyle: 'none', margin: 0, padding: 0 }}
      >
        {rows.map((row) => (
          <Text key={`${row.id} ${row.unit_name} ${row.preceptor_name}`} component="li" size="sm">
            {capstoneAheadText(row)}
          </Text>
        ))}
      </Stack>
    </Stack>
  )
}

/** What happens to the days: a facility decides on shifts, the school on its projects. */
const CAPSTONES_STAY =
  'Their days are not canceled: they stay planned until the school moves or removes them.'
const NOTIFIED =
  'The student, the faculty member, the school and the facility are notified that they can’t happen as planned.'

const capstonesAheadTitle = (rows: readonly Pick<CapstoneAhead, 'id'>[], when: string): string => {
  const count = new Set(rows.map(({ id }) => id)).size
  return `${howMany(count, 'capstone student')} ${count === 1 ? 'has' : 'have'} planned days ${when}`
}

const capstoneAheadText = ({ school_name, unit_name, preceptor_name, days, first, last }: CapstoneAhead) =>
  `${school_name}, ${unit_name}, with ${preceptor_name}: ${howMany(days, 'day')}, ${first === last ? formatDate(first, 'long') : formatRange(first, last)}`
