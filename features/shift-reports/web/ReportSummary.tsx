import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { KeyValue } from '#ui/KeyValue.tsx'
import type { Report } from '../contract.ts'
import { hoursOf } from './students-words.ts'

/** A report's content: exceptions first, then who came and for how long, then the rest. */
export function ReportSummary({ report }: { report: Report }): ReactNode {
  const { facility_feedback: feedback } = report
  const rating = [
    feedback.welcome && `welcome ${feedback.welcome}`,
    feedback.support && `support ${feedback.support}`,
    feedback.suitability && `suitability ${feedback.suitability}`,
  ].filter(Boolean)
  const unprepared = report.roster.filter(({ prepared, uniform, note }) => !prepared || !uniform || note)
  const nameOf = (id: string) => report.attendance.find((row) => row.id === id)?.full_name ?? ''
  return (
    <>
      {report.exceptions.length > 0 ? (
        <>
          <Text fw={600} size="sm">
            {report.status === 'accepted' ? 'Exceptions' : 'To look at'}
          </Text>
          <ul>
            {report.exceptions.map(({ student, what }) => (
              <li key={`${student} ${what}`}>{`${student}: ${what}`}</li>
            ))}
          </ul>
        </>
      ) : (
        <Text size="sm">No exceptions in the attendance.</Text>
      )}
      <KeyValue
        items={[
          {
            label: 'Hours',
            value: report.attendance.map(hoursOf).join(', '),
          },
          ...(report.teaching_summary ? [{ label: 'What was taught', value: report.teaching_summary }] : []),
          ...(report.activities ? [{ label: 'What students did', value: report.activities }] : []),
          ...(report.objectives_met.length > 0
            ? [{ label: 'Objectives met', value: report.objectives_met.join('; ') }]
            : []),
          ...(unprepared.length > 0
            ? [
                {
                  label: 'Students',
                  value: unprepared
                    .map(({ id, prepared, uniform, note }) =>
                      [`${nameOf(id)}:`, !prepared && 'not prepared', !uniform && 'not in uniform', note]
                        .filter(Boolean)
                        .join(' '),
                    )
                    .join('; '),
                },
              ]
            : []),
          ...(report.census === null
            ? []
            : [{ label: 'Patients on the unit', value: String(report.census) }]),
          ...(report.acuity_note ? [{ label: 'Acuity', value: report.acuity_note }] : []),
          ...(rating.length > 0 || feedback.comment
            ? [{ label: 'Unit', value: [rating.join(', '), feedback.comment].filter(Boolean).join('. ') }]
            : []),
          ...(report.private_note ? [{ label: 'Note to the school', value: report.private_note }] : []),
        ]}
      />
    </>
  )
}
