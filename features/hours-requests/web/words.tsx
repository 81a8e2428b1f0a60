import { specialtyName } from '#core/specialties.ts'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { kindLabels } from '#features/hours/rules.ts'
import type { HoursRequest, RequestStatus } from '../contract.ts'
import { confirmationWords } from '../rules.ts'

/** Describes the hours: "Direct care, Pediatrics, NUR 320". */
export function whatWords({ kind, specialty, course_code: course }: HoursRequest): string {
  const area = specialtyName(specialty)
  return [kindLabels[kind], area, course].filter(Boolean).join(', ')
}

/** Links to the evidence of reported hours. */
export function Evidence({ files }: { files: readonly string[] }): ReactNode {
  return files.map((id, index) => (
    <div key={id}>
      <a href={`/api/files/${id}/content?reason=Evidence%20of%20hours`}>{`Evidence, file ${index + 1}`}</a>
    </div>
  ))
}

/** The notes of student and school on reported hours, and the evidence. */
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

/** The badge style of a status. */
export const stateOf = (status: RequestStatus): string => (status === 'not_approved' ? 'declined' : status)
