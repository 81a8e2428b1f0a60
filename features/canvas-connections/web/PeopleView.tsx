import {
  IconArrowRight,
  IconMail,
  IconUserCheck,
  IconUserMinus,
  IconUserOff,
  IconUserSearch,
} from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { refusalMessage } from '#core/refusal.ts'
import { EntitySelect, entityFilter } from '#features/entities/web/public.ts'
import type { Answer, RowOutcome } from '#platform/web/kit/actions.ts'
import { choice, type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { PickOne } from '#ui/Pick.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { CanvasConnection, CanvasPerson, Outcomes, PeopleFilter, PersonStatus } from '../contract.ts'
import { canvasRefusals, matchLabels, personLabels, problemLabels } from '../messages.ts'
import { emailOf, enrollBlocker, inviteBlocker, matchBlocker, settleBlocker } from '../rules.ts'
import { canvas, metaOfPeople } from './queries.ts'
import { PersonBadge } from './words.tsx'

const filters: Filters<PeopleFilter> = {
  search: searchText('Search name, email or SIS ID', { param: 'q' }),
  status: tabs('Status', 'All', personLabels),
  cohort_id: entityFilter('cohort', 'Cohort in Canvas', 'All cohorts', { param: 'cohort', isRare: true }),
  to_move: choice(
    'Cohort',
    'As in Canvas or not',
    { yes: 'Differs from Canvas', no: 'Nothing to move' },
    { isRare: true },
  ),
}

/** Students in Canvas: who each is at the school, and what needs a decision. */
export function PeopleView({ connection }: { connection: CanvasConnection }): ReactNode {
  const { id } = connection
  const [matching, match] = useState<CanvasPerson>()
  const list = useList(filters, { sorts: [], hasOwnOrder: true })
  const query = useQuery({
    ...canvas.people.queryOptions({ input: { id, ...list.input } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const actions = usePeopleActions(connection, match)
  const load = async (): Promise<readonly CanvasPerson[]> => {
    const rows: CanvasPerson[] = []
    for (let page = 1; ; page++) {
      const found = await canvas.people.call({ id, ...list.shown, page, page_size: 100 })
      rows.push(...found.rows)
      if (rows.length >= found.total || found.rows.length === 0) return rows
    }
  }
  return (
    <>
      <List
        list={list}
        hasViews={false}
        label="People"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={(one) => one.id}
        rowLabel={({ name }) => name}
        actions={actions}
        all={{ most: 5_000, load }}
        exported={{
          name: 'canvas-people',
          rows: (asFile, everyPage) =>
            everyPage((page) => canvas.people.call({ id, ...list.shown, ...page }, asFile)),
        }}
        failedTitle="The people couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? { title: 'No people match', description: 'Change or clear the filters.' }
            : {
                title: 'No one from Canvas yet',
                description:
                  'Choose the semester of a term and the cohort of a section, then press “Read now”.',
              }
        }
      />
      {matching && <MatchDialog person={matching} onClose={() => match(undefined)} />}
    </>
  )
}

/** The most ids per request. */
const AT_ONCE = 200

/** Sends the ids in batches, and returns each row’s result in the kit's form. */
async function inParts(
  rows: readonly CanvasPerson[],
  send: (person_ids: string[]) => Promise<Outcomes>,
): Promise<RowOutcome[]> {
  const found: RowOutcome[] = []
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const answer = await send(rows.slice(at, at + AT_ONCE).map((one) => one.id))
    found.push(
      ...answer.rows.map(({ id, refused }) => ({
        id,
        ok: refused === null,
        ...(refused !== null && { why: refused }),
      })),
    )
  }
  return found
}

function usePeopleActions(
  { id, school_name: school }: CanvasConnection,
  match: (person: CanvasPerson) => void,
) {
  const invite = useMutation({ ...canvas.invite.mutationOptions(), meta: metaOfPeople })
  const enroll = useMutation({ ...canvas.enroll.mutationOptions(), meta: metaOfPeople })
  const settle = useMutation({ ...canvas.settle.mutationOptions(), meta: metaOfPeople })
  const sentence = (refused: Parameters<typeof refusalMessage<typeof canvasRefusals>>[1] | null) =>
    refused && refusalMessage(canvasRefusals, refused)
  const settled =
    (to: 'kept' | 'left' | 'set_aside' | 'new') =>
    async (rows: readonly CanvasPerson[], { values }: Answer) =>
      inParts(rows, (person_ids) =>
        settle.mutateAsync({
          id,
          person_ids,
          to,
          ends_stay: ['end', 'free'].includes(values['stay'] ?? ''),
          frees_seats: values['stay'] === 'free',
        }),
      )
  const can = (to: 'kept' | 'left' | 'set_aside' | 'new') => (one: CanvasPerson) =>
    settleBlocker(one, to) === null
  const some = (rows: readonly CanvasPerson[], what: string): string =>
    rows.length === 1 ? rows[0]!.name : `${rows.length} ${what}`
  return useActions<CanvasPerson>(
    [
      {
        id: 'match',
        label: 'Match…',
        icon: IconUserSearch,
        key: 'm',
        isOffered: (one) => matchBlocker(one) === null && one.status !== 'matched',
        open: ([one]) => match(one!),
      },
      {
        id: 'invite',
        label: 'Invite…',
        icon: IconMail,
        key: 'i',
        isBulk: true,
        isOffered: ({ status }) => status === 'new' || status === 'conflict',
        blocker: (one) => sentence(inviteBlocker(one)),
        ask: (rows) => ({
          title: `Invite ${some(rows, 'people')} to ${school}?`,
          body: 'Each gets an email to join as a student, with the student ID and cohort from Canvas. People with an open invitation won’t get a second one.',
          confirmLabel: rows.length === 1 ? 'Send invitation' : 'Send invitations',
        }),
        runMany: (rows) => inParts(rows, (person_ids) => invite.mutateAsync({ id, person_ids })),
        done: (rows) => `${some(rows, 'people')} invited`,
      },
      {
        id: 'enroll',
        label: 'Move to cohort…',
        icon: IconArrowRight,
        key: 'c',
        isBulk: true,
        isOffered: (one) =>
          one.status === 'matched' && one.cohort_id !== null && one.cohort_id !== one.current_cohort_id,
        blocker: (one) => sentence(enrollBlocker(one)),
        ask: (rows) => ({
          title:
            rows.length === 1
              ? `Move ${rows[0]!.name} to ${rows[0]!.cohort_name}?`
              : `Move ${rows.length} students to the cohort of their sections?`,
          body: 'From today on. They are notified. You can take it back in the cohort within 24 hours.',
          confirmLabel: 'Move',
        }),
        runMany: (rows) => inParts(rows, (person_ids) => enroll.mutateAsync({ id, person_ids })),
        done: (rows) => `${some(rows, 'students')} moved`,
      },
      {
        id: 'keep',
        label: 'Keep',
        icon: IconUserCheck,
        key: 'e',
        isBulk: true,
        isOffered: (one) => one.student_id !== null && can('kept')(one),
        runMany: settled('kept'),
        done: (rows) => `${some(rows, 'students')} kept. Nothing changes at the school.`,
      },
      {
        id: 'left',
        label: 'Confirm as left…',
        icon: IconUserMinus,
        danger: true,
        isBulk: true,
        isOffered: can('left'),
        ask: (rows) => ({
          title: `Confirm that ${some(rows, 'people')} left?`,
          body: 'Accounts, hours and records stay.',
          confirmLabel: 'Confirm',
          ...(rows.some((one) => one.current_cohort_id) && {
            fields: [
              {
                name: 'stay',
                label: 'Cohort',
                kind: 'choice' as const,
                isRequired: true,
                initial: 'stay',
                options: stayOptions(rows),
              },
            ],
          }),
        }),
        runMany: settled('left'),
        done: (rows) => `${some(rows, 'people')} confirmed as left`,
      },
      {
        id: 'aside',
        label: 'Set aside',
        icon: IconUserOff,
        isBulk: true,
        isOffered: can('set_aside'),
        runMany: settled('set_aside'),
        done: (rows) => `${some(rows, 'people')} set aside. You won’t be asked about them again.`,
      },
      {
        id: 'reopen',
        label: 'Reopen',
        isBulk: true,
        isOffered: can('new'),
        runMany: settled('new'),
        done: (rows) => `${some(rows, 'people')} open again`,
      },
    ],
    { nameOf: ({ name }) => name },
  )
}

/** What becomes of the cohort, and the shifts ahead, of people who left. */
function stayOptions(rows: readonly CanvasPerson[]) {
  const ahead = rows.reduce((sum, one) => sum + one.shifts_ahead, 0)
  const stay = { value: 'stay', label: 'Stay in the cohort' }
  const end = 'Remove them today, as withdrawn'
  return ahead === 0
    ? [stay, { value: 'end', label: end }]
    : [
        stay,
        {
          value: 'free',
          label: `${end}, and from ${formatNumber(ahead)} ${ahead === 1 ? 'shift' : 'shifts'} ahead`,
        },
        { value: 'end', label: `${end}, and keep their shifts` },
      ]
}

/** Matches a person in Canvas: with a likely candidate, or with another student. */
function MatchDialog({ person, onClose }: { person: CanvasPerson; onClose: () => void }): ReactNode {
  const [key] = useState(() => crypto.randomUUID())
  const match = useMutation({
    ...canvas.match.mutationOptions(),
    meta: { ...metaOfPeople, done: `${person.name} is matched` },
  })
  const { candidates, problem } = person
  const form = useSchemaForm(
    plainSchema<{ near: string; student_id: string }>(({ near, student_id: other }) => ({
      student_id: near === '' && other === '' && 'Choose a student.',
    })),
    {
      initialValues: { near: candidates.length === 1 ? candidates[0]!.id : '', student_id: '' },
      onSubmit: async ({ near, student_id: other }) => {
        await match.mutateAsync({
          id: person.id,
          version: person.version,
          student_id: other || near,
          idempotency_key: key,
        })
        onClose()
      },
    },
  )
  return (
    <OpenModal
      onClose={onClose}
      title={`Who is ${person.name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form form={form} label="Match" submitLabel="Match" onCancel={onClose}>
        <p>
          {problem ? `${problemLabels[problem]} ` : ''}In Canvas: {factsOf(person) || 'no email, no SIS ID'}.
        </p>
        {candidates.length > 0 && (
          <PickOne label="Comes near" clearable among={candidates} {...form.field('near')} />
        )}
        <EntitySelect
          kind="person"
          label={candidates.length > 0 ? 'Or another student' : 'Student'}
          description="A student of this school"
          {...form.field('student_id')}
          onChange={(user) => form.setFieldValue('student_id', user ?? '')}
        />
      </Form>
    </OpenModal>
  )
}

const factsOf = (one: CanvasPerson): string =>
  [emailOf(one) ?? one.login_id, one.sis_id].filter(Boolean).join(' · ')
const whoOf = (one: CanvasPerson): string =>
  one.student_name
    ? [one.student_name, one.matched_by && matchLabels[one.matched_by].replace('By', 'by')]
        .filter(Boolean)
        .join(', ')
    : one.problem
      ? problemLabels[one.problem]
      : '—'
const cohortOf = ({
  status,
  cohort_name: wanted,
  current_cohort_name: now,
}: CanvasPerson): [string, string | null] =>
  status === 'matched' && wanted !== null && wanted !== now
    ? [wanted, now ? `Now in ${now}` : 'In no cohort yet']
    : [wanted ?? now ?? '—', null]

const columns: readonly Column<CanvasPerson>[] = [
  {
    key: 'name',
    title: 'In Canvas',
    text: ({ name }) => name,
    render: (one) => <TwoLines first={one.name} second={factsOf(one)} />,
  },
  {
    key: 'email',
    title: 'Email',
    phone: 'hide',
    isExtra: true,
    text: (one) => emailOf(one) ?? '',
    render: (one) => emailOf(one) ?? '—',
  },
  {
    key: 'status',
    title: 'Status',
    text: ({ status }: { status: PersonStatus }) => personLabels[status],
    render: ({ status }) => <PersonBadge status={status} />,
  },
  { key: 'who', title: 'At the school', text: whoOf, render: whoOf },
  {
    key: 'cohort',
    title: 'Cohort',
    text: (one) => cohortOf(one).filter(Boolean).join('. '),
    render: (one) => <TwoLines first={cohortOf(one)[0]} second={cohortOf(one)[1]} />,
  },
  {
    key: 'sections',
    title: 'Sections',
    phone: 'hide',
    text: ({ sections }) => sections.join('; '),
    render: ({ sections }) => sections.join('; ') || '—',
  },
]
