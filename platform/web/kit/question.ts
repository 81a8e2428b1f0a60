import { confirm } from '#ui/confirm.tsx'
import type { AskedReason } from '#ui/reason.ts'
import type { Answer, Question } from './actions.ts'

type Asked = Pick<Question, 'title' | 'body' | 'cancelLabel' | 'isDanger'> & {
  isCancelFirst?: boolean
  confirmLabel: string
  reason?: AskedReason
}

/**
 * Asks a question outside the actions of a list or page: within a form, during a drag, or before something that waits for a connection. The
 * question and the answer are those of an action; undefined if it is canceled.
 */
export async function question({ isDanger = false, ...asked }: Asked): Promise<Answer | undefined> {
  const answer = await confirm({ ...asked, danger: isDanger })
  return answer === false
    ? undefined
    : { reason: answer.reason ?? '', code: '', values: {}, tick: answer.tick }
}
