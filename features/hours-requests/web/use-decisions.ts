import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react'
import { refusalMessage } from '#core/refusal.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { toast } from '#ui/toast.ts'
import type { HoursRequest } from '../contract.ts'
import { hoursRequestRefusals } from '../messages.ts'
import { decisionBlocker } from '../rules.ts'
import { useDecide } from './queries.ts'

const blocked = (row: HoursRequest): string | false => {
  const blocker = decisionBlocker(row, { decision: 'approved', note: null, version: row.version })
  return blocker ? refusalMessage(hoursRequestRefusals, blocker) : false
}

/** The three decisions with their dialogs and texts. */
export function useDecisions(): Action<HoursRequest>[] {
  const decide = useDecide()
  const settle = async (
    { id, version, student_name: name }: HoursRequest,
    decision: 'approved' | 'not_approved' | 'needs_info',
    { reason: note, tick }: { reason?: string; tick?: object } = {},
  ) => {
    await decide.mutateAsync({ id, version, decision, ...(note && { note }), ...tick })
    toast.success(
      {
        approved: `Hours of ${name} approved`,
        not_approved: `Hours of ${name} not approved`,
        needs_info: `${name} was asked`,
      }[decision],
    )
  }
  return [
    {
      id: 'approve',
      label: 'Approve',
      icon: IconCheck,
      blocker: blocked,
      run: (row) => settle(row, 'approved'),
    },
    {
      id: 'ask',
      label: 'Ask…',
      icon: IconQuestionMark,
      blocker: blocked,
      ask: ([row]) => ({
        title: `Ask ${row!.student_name} about these hours?`,
        body: 'They answer, with files if they have some, and the hours come back to you.',
        confirmLabel: 'Ask',
        reason: {
          label: 'Your question',
          isRequired: true,
          minLength: 3,
          hint: 'For example: Who was your preceptor that day?',
        },
      }),
      run: (row, answer) => settle(row, 'needs_info', answer),
    },
    {
      id: 'refuse',
      label: 'Decline…',
      icon: IconX,
      danger: true,
      blocker: blocked,
      ask: ([row]) => ({
        title: `Decline the hours of ${row!.student_name}?`,
        body: 'They are not credited, and the student reads why.',
        confirmLabel: 'Decline',
        reason: {
          label: 'Why',
          isRequired: true,
          minLength: 3,
          hint: 'For example: The shift that day already counts.',
        },
      }),
      run: (row, answer) => settle(row, 'not_approved', answer),
    },
  ]
}
