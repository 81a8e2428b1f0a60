import { IconArrowBackUp, IconArchive, IconCheck, IconPencil, IconRefresh, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { refusalMessage } from '#core/refusal.ts'
import { type Answer, emptyAnswer } from '#platform/web/kit/actions.ts'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import type { Mapping, MappingStatus } from '../contract.ts'
import { mappingRefusals } from '../messages.ts'
import { changeBlocker, decisionBlocker, type Party, whereName } from '../rules.ts'
import { mappings, touches } from './queries.ts'
import { requirementName } from './words.tsx'

const meta = { quiet: true, touches }

/** The actions of a facility or a school on mappings. */
export function useMappingActions(party: Party, edit: (mapping: Mapping) => void): ActionsKit<Mapping> {
  const decide = useMutation({ ...mappings.decide.mutationOptions(), meta })
  const blocker = (to: MappingStatus) => (row: Mapping) => {
    const refused = decisionBlocker(row, to, party)
    return refused && refusalMessage(mappingRefusals, refused)
  }
  const step =
    (to: MappingStatus) =>
    ({ id, version }: Mapping, { reason, tick }: Pick<Answer, 'reason' | 'tick'>) =>
      decide.mutateAsync({ id, version, to, note: reason || null, ...tick })
  const back = (to: MappingStatus) => (_row: Mapping, result: unknown) =>
    step(to)(result as Mapping, emptyAnswer)
  const isSchool = party === 'school'
  return useActions<Mapping>(
    [
      {
        id: 'activate',
        label: 'Activate',
        icon: IconCheck,
        key: 'a',
        isBulk: true,
        isOffered: ({ status }) => isSchool && status === 'proposed',
        blocker: blocker('active'),
        run: step('active'),
        done: ([first, ...more]) =>
          more.length > 0 ? `${more.length + 1} mappings are active` : `${requirementName(first!)} is active`,
        undo: back('proposed'),
      },
      {
        id: 'reject',
        label: 'Reject…',
        icon: IconX,
        danger: true,
        isBulk: true,
        isOffered: ({ status }) => isSchool && status === 'proposed',
        blocker: blocker('rejected'),
        ask: ([first, ...more]) => ({
          title:
            more.length > 0 ? `Reject ${more.length + 1} proposals?` : `Reject ${requirementName(first!)}?`,
          body: 'Suggestions don’t bring it back. You can reopen it.',
          confirmLabel: 'Reject',
          reason: { label: 'Reason', isRequired: true, hint: 'The facility reads it.' },
        }),
        run: step('rejected'),
        done: () => 'Rejected',
        undo: back('proposed'),
      },
      {
        id: 'edit',
        label: 'Edit…',
        icon: IconPencil,
        isOffered: ({ status }) => status === 'proposed' || status === 'active',
        blocker: (row) => {
          const refused = changeBlocker(row, party)
          return refused && refusalMessage(mappingRefusals, refused)
        },
        open: ([row]) => edit(row!),
      },
      {
        id: 'withdraw',
        label: 'Withdraw',
        icon: IconArchive,
        isBulk: true,
        isOffered: ({ status }) => !isSchool && status === 'proposed',
        blocker: blocker('retired'),
        run: step('retired'),
        done: () => 'Proposal withdrawn',
        undo: back('proposed'),
      },
      {
        id: 'retire',
        label: 'Retire…',
        icon: IconArchive,
        danger: true,
        isOffered: ({ status }) => status === 'active',
        blocker: blocker('retired'),
        ask: ([row]) => ({
          title: `Retire ${requirementName(row!)}?`,
          body: 'It no longer counts as proof of coverage. Students keep their hours.',
          confirmLabel: 'Retire',
          reason: { label: 'Reason' },
        }),
        run: step('retired'),
        done: () => 'Retired',
      },
      {
        id: 'reopen',
        label: 'Reopen',
        icon: IconArrowBackUp,
        isOffered: ({ status }) => isSchool && (status === 'active' || status === 'rejected'),
        blocker: blocker('proposed'),
        run: step('proposed'),
        done: () => 'Back to proposed',
      },
      {
        id: 'again',
        label: 'Propose again',
        icon: IconRefresh,
        isOffered: ({ status }) => status === 'retired',
        blocker: blocker('proposed'),
        run: step('proposed'),
        done: () => 'Proposed again',
      },
    ],
    { nameOf: (row) => `${requirementName(row)}, ${whereName(row)}` },
  )
}
