import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTestPipe, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type RefusalIn, refusalMessage } from '#core/refusal.ts'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import { useNavigateTo } from '#ui/Link.tsx'
import type { AutomationRule } from '../contract.ts'
import { automationRefusals } from '../messages.ts'
import { activateBlocker, pauseBlocker, removeBlocker, runBlocker } from '../rules.ts'
import { automations, touches } from './queries.ts'
import { PAGE } from './words.tsx'

const meta = { quiet: true, touches }
const said = (refused: RefusalIn<typeof automationRefusals> | null) =>
  refused && refusalMessage(automationRefusals, refused)

/** The school's actions on rules. `tried` is called with the job of a dry run. */
export function useRuleActions(
  edit: (rule: AutomationRule) => void,
  tried?: (job: string) => void,
): ActionsKit<AutomationRule> {
  const activate = useMutation({ ...automations.activate.mutationOptions(), meta })
  const pause = useMutation({ ...automations.pause.mutationOptions(), meta })
  const remove = useMutation({ ...automations.removeRule.mutationOptions(), meta })
  const attempt = useMutation({ ...automations.tryRule.mutationOptions(), meta })
  const run = useMutation({ ...automations.runRule.mutationOptions(), meta })
  const goTo = useNavigateTo()
  return useActions<AutomationRule>(
    [
      {
        id: 'try',
        label: 'Dry run',
        icon: IconTestPipe,
        key: 'd',
        run: async ({ id }) => {
          const job = crypto.randomUUID()
          await attempt.mutateAsync({ id, job_id: job })
          if (tried) tried(job)
          else goTo(`${PAGE}?rule=${id}&trial=${job}`)
        },
      },
      {
        id: 'activate',
        label: 'Turn on',
        icon: IconPlayerPlay,
        isOffered: ({ status }) => status !== 'active',
        blocker: (rule) => said(activateBlocker(rule)),
        ask: ([rule]) => ({
          title: `Turn on “${rule!.name}”?`,
          body:
            rule!.mode === 'auto'
              ? 'It changes shifts automatically, in your name and with your permissions, as long as you administer this school.'
              : 'It suggests changes in your name, and you or a colleague decide on each.',
          confirmLabel: 'Turn on',
        }),
        run: ({ id, version }) => activate.mutateAsync({ id, version }),
        done: ([rule]) => `“${rule!.name}” is on`,
        undo: (_rule, result) => pause.mutateAsync(result as AutomationRule),
      },
      {
        id: 'run',
        label: 'Run now',
        icon: IconPlayerPlay,
        key: 'r',
        isOffered: ({ status }) => status === 'active',
        blocker: (rule) => said(runBlocker(rule)),
        run: async ({ id }) => {
          const ids = { run_id: crypto.randomUUID(), job_id: crypto.randomUUID() }
          await run.mutateAsync({ id, ...ids })
          goTo(`${PAGE}?run=${ids.run_id}`)
        },
      },
      {
        id: 'pause',
        label: 'Pause',
        icon: IconPlayerPause,
        isOffered: ({ status }) => status === 'active' || status === 'error',
        blocker: (rule) => said(pauseBlocker(rule)),
        run: ({ id, version }) => pause.mutateAsync({ id, version }),
        done: ([rule]) => `“${rule!.name}” is paused`,
      },
      { id: 'edit', label: 'Edit…', icon: IconPencil, key: 'e', open: ([rule]) => edit(rule!) },
      {
        id: 'remove',
        label: 'Delete…',
        icon: IconTrash,
        danger: true,
        isRare: true,
        blocker: (rule) => said(removeBlocker(rule)),
        ask: ([rule]) => ({
          title: `Delete “${rule!.name}”?`,
          body: 'It never ran, so nothing else goes with it.',
          confirmLabel: 'Delete',
        }),
        run: async ({ id, version }) => {
          await remove.mutateAsync({ id, version })
          goTo(PAGE)
        },
        done: () => 'Rule deleted',
      },
    ],
    { nameOf: ({ name }) => name },
  )
}
