import { specialtyLabels } from '#core/specialties.ts'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Specialty } from '#features/facilities/contract.ts'
import { kindLabels } from '#features/hours/rules.ts'
import type { HoursRequest, RequestStatus } from '../contract.ts'
import { confirmationWords } from '../rules.ts'

/** What the hours were: "Direct care, Pediatrics, NUR 320". */
export function whatWords({ kind, specialty, course_code: course }: HoursRequest): string {
  const area = specialtyLabels[specialty as Specialty] ?? specialty
  return [kindLabels[kind], area, course].filter(Boolean).join(', ')
}

/** The files that show reported hours. */
export function Evidence({ files }: { files: readonly string[] }): ReactNode {
  return files.map((id, index) => (
    <div key={id}>
      <a href={`/api/files/${id}/content?reason=Evidence%20of%20hours`}>{`Evidence, file ${index + 1}`}</a>
    </div>
  ))
}

/** What was said of reported hours by student and school, and the files that show them. */
export function Said({ request }: { request: HoursRequest }): ReactNode {
  const confirmation = confirmationWords(request)
  const { note, answer, decision_note: decided, evidence_file_ids: files } = request
  return (
    <div>
      {note}
      {confirmation && (
        <Text size="xs" c="dimmed">
          Instructor: {confirmation}
        </Text>
      )}
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
      <Evidence files={files} />
    </div>
  )
}

/** The status in the product's language of colors. */
export const stateOf = (status: RequestStatus): string => (status === 'not_approved' ? 'declined' : status)
