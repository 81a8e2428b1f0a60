import { useMutation } from '@tanstack/react-query'
import { toCsv } from '#core/csv.ts'
import { dayHere, todayHere } from '#core/plain-date.ts'
import { roleLabels } from '#core/roles.ts'
import { featureApi } from '#platform/web/api.ts'
import type { peopleContract, Person } from '../contract.ts'

export const people = featureApi<typeof peopleContract>('people')

export type PeopleFilter = Parameters<typeof people.export.call>[0]

export const statusLabels: Record<Person['status'], string> = {
  active: 'Active',
  pending: 'Waiting',
  returned: 'Sent back',
  declined: 'Declined',
  deactivated: 'Deactivated',
}

/** Exports a list of people as a file. */
export function useExportPeople(view: PeopleFilter['view']) {
  return useMutation({
    mutationFn: async (shown: Omit<PeopleFilter, 'view'>) => ({
      filename: `placewell-${view}-${todayHere()}.csv`,
      csv: asCsv(await people.export.call({ view, ...shown })),
    }),
    meta: { failed: 'The list could not be exported' },
  })
}

function asCsv(rows: readonly Person[]): string {
  return toCsv(
    [
      'Name',
      'Email',
      'Role',
      'Status',
      'Student ID',
      'Phone',
      'Graduation date',
      'School or facility',
      'Joined',
    ],
    rows.map((row) => [
      row.full_name,
      row.email,
      roleLabels[row.role],
      statusLabels[row.status],
      row.student_number,
      row.phone,
      row.graduation_date,
      row.tenant_name,
      dayHere(row.created_at),
    ]),
  )
}
