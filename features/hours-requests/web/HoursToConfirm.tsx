import { IconCheck, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { refusalMessage } from '#core/refusal.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { pageParam } from '#platform/web/search-params.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { toast } from '#ui/toast.ts'
import type { Confirmation, HoursRequest } from '../contract.ts'
import { hoursRequestRefusals } from '../messages.ts'
import { confirmBlocker } from '../rules.ts'
import { hoursRequests, useConfirmHours } from './queries.ts'
import { RequestTable } from './RequestTable.tsx'
import { Evidence } from './words.tsx'

const PAGE_SIZE = 10

/** Only what the student wrote: later notes are between the student and the school. */
const said = ({ note, evidence_file_ids: files }: HoursRequest): ReactNode => (
  <div>
    {note}
    <Evidence files={files} />
  </div>
)

const blocked = (row: HoursRequest): string | false => {
  const blocker = confirmBlocker(row, { confirmation: 'confirmed', note: null, version: row.version })
  return blocker ? refusalMessage(hoursRequestRefusals, blocker) : false
}

/** Hours that students reported with this instructor, who says whether they are right. The card is hidden if nothing is pending. */
export function HoursToConfirm(): ReactNode {
  const [{ hours_page: page = 1 }, setSearch] = useSearchParams({ hours_page: pageParam })
  const query = useQuery({
    ...hoursRequests.toConfirm.queryOptions({ input: { page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const answers = useAnswers()
  const total = query.data?.total ?? 0
  if (!query.isError && total === 0 && page === 1) return null
  return (
    <PageSection
      look="flush"
      title={query.data ? `Hours to confirm · ${formatNumber(total)}` : 'Hours to confirm'}
      description="Students say that you were there. Your school reads your answer and decides."
    >
      <RequestTable
        label="Hours to confirm"
        query={query}
        said={said}
        answerTitle="Your answer"
        answers={answers}
        page={page}
        pageSize={PAGE_SIZE}
        onPageChange={(to, isGone = false) => setSearch({ hours_page: to === 1 ? undefined : to }, isGone)}
        empty={{
          title: 'No hours to confirm',
          description: 'Hours that students report with you appear here.',
        }}
      />
    </PageSection>
  )
}

/** Both answers with their dialogs. */
function useAnswers(): Action<HoursRequest>[] {
  const confirm = useConfirmHours()
  const settle = async (
    { id, version, student_name: name }: HoursRequest,
    confirmation: Confirmation,
    { reason: note, tick }: { reason?: string; tick?: object } = {},
  ) => {
    await confirm.mutateAsync({ id, version, confirmation, ...(note && { note }), ...tick })
    toast.success(
      confirmation === 'confirmed'
        ? `Hours of ${name} confirmed`
        : `Your note about the hours of ${name} was sent to your school`,
    )
  }
  return [
    {
      id: 'confirm',
      label: 'Confirm',
      icon: IconCheck,
      blocker: blocked,
      run: (row) => settle(row, 'confirmed'),
    },
    {
      id: 'dispute',
      label: 'Not right…',
      icon: IconX,
      blocker: blocked,
      ask: ([row]) => ({
        title: `What is wrong with the hours of ${row!.student_name}?`,
        body: 'The student and your school read it. Your school decides.',
        confirmLabel: 'Send',
        reason: {
          label: 'What is wrong',
          isRequired: true,
          minLength: 3,
          hint: 'For example: It was four hours, not six.',
        },
      }),
      run: (row, answer) => settle(row, 'not_confirmed', answer),
    },
  ]
}
