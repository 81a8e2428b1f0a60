import { refuseIf, type RefusalIn } from '#core/refusal.ts'
import { seatRefusals } from '../../messages.ts'

/** The shortest reason that says something. */
const SHORTEST = 3

/** What someone wrote for others to read, trimmed; refused in these words when it says nothing. */
export function reasonOf(text: string | null, without: RefusalIn<typeof seatRefusals>): string {
  const reason = text?.trim() ?? ''
  refuseIf(seatRefusals, reason.length < SHORTEST ? without : null)
  return reason
}
