import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Specialty } from '#features/facilities/contract.ts'
import { specialtyLabels } from '#features/facilities/rules.ts'
import { kindLabels } from '#features/hours/rules.ts'
import type { HoursRequest } from '../contract.ts'

/** What the hours were: "Direct care, Pediatrics, NUR 320". */
export function whatWords({ kind, specialty, course_code: course }: HoursRequest): string {
  const area = specialtyLabels[specialty as Specialty] ?? specialty
  return [kindLabels[kind], area, course].filter(Boolean).join(', ')
}

/** What was said of reported hours on both sides, and the files that show them. */
export function Said({ request }: { request: HoursRequest }): ReactNode {
  const { note, answer, decision_note: decided, evidence_file_ids: files } = request
  return (
    <div>
      {note}
      {decided && (
        <Text size="xs" c="dimmed">
          School: {decided}
        </Text>
      )}
      {answer && (
        <Text size="xs" c="dimmed">
          Answer: {answer}
        </Text>
      )}
      {files.map((id, index) => (
        <div key={id}>
          <a
            href={`/api/files/${id}/content?reason=Evidence%20of%20hours`}
          >{`Evidence, file ${index + 1}`}</a>
        </div>
      ))}
    </div>
  )
}
