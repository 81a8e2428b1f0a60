import { refusalMessage } from '#core/refusal.ts'
import { schoolRefusals } from '../messages.ts'
import { changeBlocker } from '../rules.ts'

/** Why someone with this role can't change a school now, in words. */
export function changeBlockerText(
  school: { is_active: boolean } | undefined,
  role: string,
): string | undefined {
  const blocker = school && changeBlocker(school.is_active, role === 'superadmin')
  return blocker ? refusalMessage(schoolRefusals, blocker) : undefined
}
