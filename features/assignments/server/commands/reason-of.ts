import { refuseIf, type RefusalIn } from '#core/refusal.ts'
import { seatRefusals } from '../../messages.ts'

/** The minimum length of a reason. */
const SHORTEST = 3

/** Returns the trimmed text that others will read; refuses with the given refusal if it is too short. */
export function reasonOf(text: string | null, without: RefusalIn<typeof seatRefusals>): string {
  const reason = text?.trim() ?? ''
  refuseIf(seatRefusals, reason.length < SHORTEST ? without : null)
  return reason
}
