import { Button, Group, Stack, Text } from '@mantine/core'
import { IconUsersPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { CohortDrawer } from '#features/cohorts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { PickOne } from '#ui/Pick.tsx'
import type { KnownCohort } from '../contract.ts'
import { openCohorts } from '../rules.ts'

export type UnknownCohortsProps = {
  schoolId: string
  /** The unknown cohorts of the file, with their number of rows. */
  unknown: readonly { name: string; rows: number }[]
  cohorts: readonly KnownCohort[]
  /** Moves the rows of a name to another cohort; an empty name means none. */
  onChoose: (name: string, cohort: string) => void
  /** A cohort was created, so the school's cohorts must be refetched. */
  onCreated: () => void
}

const NONE = 'none'

type WithoutCohortProps = {
  /** How many rows name none. */
  rows: number
  cohorts: readonly KnownCohort[]
  onChoose: (cohort: string) => void
}

/** Puts the rows that name no cohort into one, all at once: what a student needs comes from the program of the cohort. */
export function WithoutCohort({ rows, cohorts, onChoose }: WithoutCohortProps): ReactNode {
  const choices = openCohorts(cohorts)
  if (rows === 0 || choices.length === 0) return null
  return (
    <Banner
      kind="info"
      title={`${rows === 1 ? '1 student has' : `${formatNumber(rows)} students have`} no cohort in this file`}
    >
      <Stack gap="sm">
        <Text size="sm">Without a cohort, no program says how many clinical hours they need.</Text>
        <PickOne
          label="Put them in"
          placeholder="Choose a cohort…"
          among={choices}
          value={null}
          onChange={(chosen) => {
            const cohort = choices.find(({ id }) => id === chosen)
            if (cohort) onChoose(cohort.name)
          }}
        />
      </Stack>
    </Banner>
  )
}

/** The cohorts of a file that do not exist, each with a way out: create it, choose another, or import without a cohort. */
export function UnknownCohorts({
  schoolId,
  unknown,
  cohorts,
  onChoose,
  onCreated,
}: UnknownCohortsProps): ReactNode {
  const [creating, setCreating] = useState<string>()
  const choices = [{ id: NONE, name: 'Import without a cohort' }, ...openCohorts(cohorts)]
  return (
    <Banner
      kind="warning"
      live
      title={
        unknown.length === 1
          ? 'A cohort in this file does not exist'
          : `${formatNumber(unknown.length)} cohorts in this file do not exist`
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          Their students are not invited until you create the cohort, choose another, or import them without
          one.
        </Text>
        {unknown.map(({ name, rows }) => (
          <Group key={name} gap="sm" align="end">
            <PickOne
              label={`“${name}” (${rows === 1 ? '1 row' : `${formatNumber(rows)} rows`})`}
              placeholder="Choose a cohort…"
              among={choices}
              value={null}
              onChange={(chosen) => {
                const cohort = cohorts.find(({ id }) => id === chosen)
                if (cohort) onChoose(name, cohort.name)
                else if (chosen === NONE) onChoose(name, '')
              }}
            />
            <Button
              variant="default"
              leftSection={<IconUsersPlus size={18} aria-hidden />}
              onClick={() => setCreating(name)}
            >
              Create “{name}”
            </Button>
          </Group>
        ))}
      </Stack>
      <CohortDrawer
        opened={creating !== undefined}
        cohort={undefined}
        suggestedName={creating}
        schoolId={schoolId}
        onClose={() => {
          setCreating(undefined)
          onCreated()
        }}
      />
    </Banner>
  )
}
