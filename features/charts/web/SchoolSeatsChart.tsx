import { specialties, specialtyLabels } from '#core/specialties.ts'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { BarChart } from '#ui/charts/BarChart.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { quotaWords, shareWords } from '../rules.ts'
import { charts } from './queries.ts'

const SHOWN = 10

/** Whether seats are shared fairly: what each school requested of a facility, what it got, and the quota of its partnership. */
export function SchoolSeatsChart(): ReactNode {
  const [specialty, setSpecialty] = useState<Specialty | ''>('')
  const [areAllShown, setAllShown] = useState(false)
  const query = useQuery(
    charts.schools.queryOptions({
      input: specialty ? { specialty } : {},
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <>
      <NativeSelect
        label="Specialty"
        maw={260}
        mb="sm"
        value={specialty}
        data={[
          { value: '', label: 'All specialties' },
          ...specialties.map((value) => ({ value, label: specialtyLabels[value] })),
        ]}
        onChange={({ currentTarget }) => setSpecialty(currentTarget.value as Specialty | '')}
      />
      <Loaded
        query={query}
        skeleton={<Skeletons shape="form" count={3} />}
        failedTitle="The chart couldn’t be loaded"
        empty={{
          title: specialty ? 'No requests for this specialty' : 'No requests yet',
          description: 'Each school that requested seats in the last or next six months appears here.',
        }}
      >
        {(schools) => (
          <>
            <BarChart
              label="Seats by school"
              heads={['School', 'Requested', 'Approved', 'Waiting', 'Declined', 'Share of answered', 'Quota']}
              legend={{ solid: 'Approved', striped: 'Waiting' }}
              bars={(areAllShown ? schools : schools.slice(0, SHOWN)).map((row) => ({
                key: row.id,
                label: row.school,
                note: `${formatNumber(row.approved)} of ${formatNumber(row.requested)} seats · ${quotaWords(row)}`,
                parts: [
                  { value: row.approved, pattern: 'solid' as const },
                  { value: row.waiting, pattern: 'striped' as const },
                ],
                words: shareWords(row),
                cells: [
                  row.requested,
                  row.approved,
                  row.waiting,
                  row.declined,
                  shareWords(row),
                  quotaWords(row),
                ],
              }))}
            />
            {schools.length > SHOWN && !areAllShown && (
              <PlainButton variant="default" size="sm" onClick={() => setAllShown(true)}>
                {`Show all ${formatNumber(schools.length)} schools`}
              </PlainButton>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
