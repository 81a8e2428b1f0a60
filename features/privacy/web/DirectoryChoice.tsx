import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatInstant, ownZone } from '#core/plain-date.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { Releases } from '../contract.ts'
import { useSetDirectoryOptOut } from './queries.ts'

type DirectoryChoiceProps = {
  of: Releases
  /** True when the student chooses, false when their school does it for them. */
  isOwn: boolean
  readOnly?: boolean
}

/** Whether other students see the name: the student's choice, which the school can record for them (34 CFR 99.37). */
export function DirectoryChoice({ of, isOwn, readOnly = false }: DirectoryChoiceProps): ReactNode {
  const save = useSetDirectoryOptOut()
  const isOut = save.isPending ? save.variables.opted_out : of.directory_opt_out_at !== null
  return (
    <PageSection
      title="Student directory"
      description={
        isOwn
          ? 'Classmates see your name in the list of your cohort and as someone to swap shifts with, unless you say no. Your school and your instructors still see it, and the facilities where you learn, with your release.'
          : 'For a student who asked in writing to be left out. The school, its instructors and, with a release, the facilities of their shifts still see the name.'
      }
    >
      <Switch
        label={
          isOwn
            ? 'Keep my name off lists that other students see'
            : 'Keep the name off lists that other students see'
        }
        description={
          of.directory_opt_out_at && !save.isPending
            ? `Since ${formatInstant(of.directory_opt_out_at, ownZone())}`
            : undefined
        }
        checked={isOut}
        disabled={readOnly || save.isPending}
        onChange={({ currentTarget }) =>
          save.mutate({ student_id: of.student_id, opted_out: currentTarget.checked })
        }
      />
    </PageSection>
  )
}
