import { confirm } from '#ui/confirm.tsx'
import type { Cohort } from '../contract.ts'
import { nextStatus } from '../rules.ts'
import { useSetStatus } from './queries.ts'

/** Asks, and takes a cohort where one press leads: planned → active, active ⇄ on hold. */
export function useStatusQuestion(): (
  cohort: Pick<Cohort, 'id' | 'version' | 'name' | 'status'>,
) => Promise<void> {
  const setStatus = useSetStatus()
  return async ({ id, version, name, status }) => {
    const to = nextStatus(status)
    if (!to) return
    const answer = await confirm(
      to === 'on_hold'
        ? {
            title: `Put ${name} on hold?`,
            body: 'Students stay in it and keep their shifts and hours. You can resume at any time.',
            confirmLabel: 'Put on hold',
            reason: { label: 'Reason', required: true, minLength: 3 },
          }
        : {
            title: status === 'planned' ? `Activate ${name} now?` : `Go on with ${name}?`,
            body:
              status === 'planned'
                ? 'It becomes active automatically on its first day.'
                : 'It becomes active again.',
            confirmLabel: status === 'planned' ? 'Activate' : 'Go on',
          },
    )
    if (answer)
      setStatus.mutate({ id, version, to, ...(answer.reason && { reason: answer.reason }), ...answer.tick })
  }
}
