import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { BarChart } from '#ui/charts/BarChart.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { durationWords, fillPercent } from '../rules.ts'
import { charts } from './queries.ts'

const skeleton = <Skeletons shape="form" count={3} />
const failedTitle = 'The chart couldn’t be loaded'

/** A semester in charts: seats filled, hours of its cohorts, and response times of facilities. */
export function SchoolCharts({ semesterId }: { semesterId: string }): ReactNode {
  return (
    <>
      <FillByWeek semesterId={semesterId} />
      <HoursByCohort />
      <ResponseTimes semesterId={semesterId} />
    </>
  )
}

function FillByWeek({ semesterId }: { semesterId: string }): ReactNode {
  const query = useQuery(charts.fill.queryOptions({ input: { semester_id: semesterId } }))
  return (
    <PageSection title="Seats filled by week" description="Of published shifts">
      <Loaded
        query={query}
        skeleton={skeleton}
        failedTitle={failedTitle}
        empty={{ title: 'No published shifts', description: 'Each week with published shifts appears here.' }}
      >
        {(weeks) => (
          <BarChart
            label="Seats filled by week"
            heads={['Week of', 'Seats', 'Filled', 'Fill rate']}
            whole={100}
            bars={weeks.map((row) => {
              const percent = fillPercent(row)
              const rate = percent === null ? '—' : `${percent}%`
              return {
                key: row.week,
                label: formatDate(row.week),
                parts: [{ value: percent ?? 0, pattern: 'solid' as const }],
                words: `${rate} · ${row.filled} of ${row.seats}`,
                cells: [row.seats, row.filled, rate],
              }
            })}
          />
        )}
      </Loaded>
    </PageSection>
  )
}

function HoursByCohort(): ReactNode {
  const query = useQuery(charts.hours.queryOptions())
  return (
    <PageSection title="Hours by cohort" description="Average per student, in all semesters">
      <Loaded
        query={query}
        skeleton={skeleton}
        failedTitle={failedTitle}
        empty={{ title: 'No students', description: 'Each cohort with students appears here.' }}
      >
        {(cohorts) => (
          <BarChart
            label="Hours by cohort"
            heads={['Cohort', 'Students', 'Credited', 'Scheduled', 'Required']}
            whole={Math.max(
              1,
              ...cohorts.map((row) => Math.max(row.required ?? 0, row.credited + row.scheduled)),
            )}
            legend={{ solid: 'Credited', striped: 'Scheduled' }}
            bars={cohorts.map((row) => ({
              key: row.cohort,
              label: row.cohort,
              note: row.students === 1 ? '1 student' : `${row.students} students`,
              parts: [
                { value: row.credited, pattern: 'solid' as const },
                { value: row.scheduled, pattern: 'striped' as const },
              ],
              words: `${row.credited} + ${row.scheduled}${row.required === null ? '' : ` of ${row.required}`} h`,
              cells: [row.students, row.credited, row.scheduled, row.required ?? '—'],
            }))}
          />
        )}
      </Loaded>
    </PageSection>
  )
}

function ResponseTimes({ semesterId }: { semesterId: string }): ReactNode {
  const query = useQuery(charts.response.queryOptions({ input: { semester_id: semesterId } }))
  return (
    <PageSection title="Response time by facility" description="Half of the answers came within this time">
      <Loaded
        query={query}
        skeleton={skeleton}
        failedTitle={failedTitle}
        empty={{
          title: 'No requests yet',
          description: 'Each facility that answers a request appears here.',
        }}
      >
        {(facilities) => (
          <BarChart
            label="Response time by facility"
            heads={['Facility', 'Median', 'Answered', 'Waiting']}
            bars={facilities.map((row) => {
              const time = row.median_hours === null ? '—' : durationWords(row.median_hours)
              return {
                key: row.facility,
                label: row.facility,
                parts: [{ value: row.median_hours ?? 0, pattern: 'solid' as const }],
                words: row.waiting > 0 ? `${time} · ${row.waiting} waiting` : time,
                cells: [time, row.answered, row.waiting],
              }
            })}
          />
        )}
      </Loaded>
    </PageSection>
  )
}
