import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import type { ShiftDetail } from '#features/shifts/contract.ts'
import { formatNumber, howMany } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { toast } from '#ui/toast.ts'
import type { Candidate, Placed } from '../contract.ts'
import classes from './AssignDialog.module.css'
import { assignments } from './queries.ts'
import { useAssign, useAssignSeries } from './school-queries.ts'

type AssignDialogProps = { opened: boolean; shift: ShiftDetail; onClose: () => void }

/** How many students are ranked and shown at once (app.seat_candidates). */
const CANDIDATES_SHOWN = 200
/** How many refusals are listed; the rest are counted. */
const REFUSED_SHOWN = 12

/** Students who could be assigned to a shift, those who need hours most first, each with what blocks them. */
export function AssignDialog({ opened, shift, onClose }: AssignDialogProps): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title="Assign students"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <Candidates shift={shift} onClose={onClose} />}
    </Modal>
  )
}

/** The next step by the rule that refused. Rest is overridden below; a student already on it needs nothing. */
const nextWords: Record<string, string> = {
  level: 'Choose a student from another year.',
  overlap: 'Choose someone else, or remove them from the other shift first.',
  clash: 'Choose someone else, or remove them from the other shift first.',
  closed: 'Check its status on the shift page.',
}

function Candidates({ shift, onClose }: { shift: ShiftDetail; onClose: () => void }): ReactNode {
  const { role } = useMe()
  const [q, setQ] = useState('')
  const [chosen, choose] = useState<ReadonlyMap<string, Candidate>>(new Map())
  const [why, setWhy] = useState('')
  const [refused, setRefused] = useState<readonly (Placed & { full_name: string; date?: string })[]>([])
  const [isSeries, setSeries] = useState(false)
  const tick = usePatientTick()
  const assign = useAssign()
  const assignSeries = useAssignSeries()
  const query = useQuery({
    ...assignments.candidates.queryOptions({ input: { shift_id: shift.id, q } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const seats = shift.seats ?? shift.approved_capacity ?? shift.capacity
  const free = Math.max(0, seats - shift.seats_taken)
  const soft = [...chosen.values()].filter(({ is_soft: isSoft }) => isSoft)
  const needsWhy = soft.length > 0 && why.trim().length < 3
  const toggle = (candidate: Candidate) => {
    const next = new Map(chosen)
    if (!next.delete(candidate.student_id)) next.set(candidate.student_id, candidate)
    choose(next)
  }
  /** Selects everyone in a cohort who can come, because a cohort is assigned together. */
  const chooseCohort = (members: readonly Candidate[]) =>
    choose(new Map([...chosen, ...members.map((one) => [one.student_id, one] as const)]))
  const sendSeries = () =>
    assignSeries.mutate(
      {
        shift_id: shift.id,
        student_ids: [...chosen.keys()],
        override_reason: why.trim() || null,
        ...tick.sent,
      },
      {
        onSuccess: ({ shifts, next }) => {
          const all = shifts.flatMap(({ date, placed }) => placed.map((one) => ({ ...one, date })))
          const out = all.filter(({ assignment_id: id }) => id === null)
          const done = all.length - out.length
          if (done > 0)
            toast.success(
              `${formatNumber(done)} ${done === 1 ? 'seat' : 'seats'} assigned on ${shifts.length} ${shifts.length === 1 ? 'shift' : 'shifts'}`,
            )
          if (next)
            toast.error(
              `The shifts from ${formatDate(next.date, 'weekday')} on were not reached. Assign them there.`,
            )
          if (out.length === 0) return onClose()
          setRefused(out.map((one) => ({ ...chosen.get(one.student_id)!, ...one })))
          choose(new Map())
        },
      },
    )
  const send = () =>
    assign.mutate(
      {
        shift_id: shift.id,
        student_ids: [...chosen.keys()],
        override_reason: why.trim() || null,
        ...tick.sent,
      },
      {
        onSuccess: (placed) => {
          const out = placed.filter(({ assignment_id: id }) => id === null)
          const done = placed.length - out.length
          if (done > 0) toast.success(done === 1 ? '1 student assigned' : `${done} students assigned`)
          if (out.length === 0) return onClose()
          const named = out.map((one) => ({ ...chosen.get(one.student_id)!, ...one }))
          setRefused(named)
          // A reason can still override these; the others need a different choice.
          choose(new Map(named.filter((one) => one.is_soft).map((one) => [one.student_id, one])))
        },
      },
    )
  return (
    // Those chosen before a search are not shown.
    <Stack gap="md" data-typed={chosen.size > 0 || undefined}>
      {(assign.error ?? assignSeries.error) && (
        <Banner kind="danger" live>
          {messageOf(assign.error ?? assignSeries.error)}
        </Banner>
      )}
      {refused.length > 0 && (
        <Banner
          kind="warning"
          live
          title={
            refused.some(({ date }) => date)
              ? `${refused.length} ${refused.length === 1 ? 'seat was' : 'seats were'} not assigned`
              : refused.length === 1
                ? '1 student was not assigned'
                : `${formatNumber(refused.length)} students were not assigned`
          }
        >
          <ul className={classes.refused}>
            {refused
              .slice(0, REFUSED_SHOWN)
              .map(({ student_id: id, full_name: name, message, rule, date }) => (
                <li key={`${id} ${date}`}>
                  {[
                    date ? `${name}, ${formatDate(date, 'weekday')}:` : `${name}:`,
                    message,
                    nextWords[rule ?? ''],
                  ]
                    .filter(Boolean)
                    .join(' ')}
                </li>
              ))}
            {refused.length > REFUSED_SHOWN && <li>{`and ${refused.length - REFUSED_SHOWN} more`}</li>}
          </ul>
        </Banner>
      )}
      <Group justify="space-between">
        <SearchField label="Search students" placeholder="Name or cohort" value={q} onChange={setQ} />
        <Text component="output" size="sm" c={chosen.size > free ? 'var(--pw-orange-ink)' : 'dimmed'}>
          {`${chosen.size} chosen, ${free} ${free === 1 ? 'seat' : 'seats'} free`}
        </Text>
      </Group>
      <Loaded
        query={query}
        failedTitle="The students couldn’t be loaded"
        empty={{
          compact: true,
          titleOrder: 3,
          title: 'No one to assign',
          description: 'No student of its cohorts is eligible, or all of them are already on the shift.',
        }}
      >
        {(candidates) => (
          <>
            {candidates.length === CANDIDATES_SHOWN && (
              <Text size="sm" c="dimmed">
                {`The ${CANDIDATES_SHOWN} with the fewest hours in ${shift.semester_name} are shown. Search by name or cohort for others.`}
              </Text>
            )}
            <Cohorts candidates={candidates} onChoose={chooseCohort} />
            <ul className={classes.list} aria-label="Available students">
              {candidates.map((candidate) => {
                const isHard = candidate.rule !== null && !candidate.is_soft
                return (
                  <li key={candidate.student_id} className={classes.row}>
                    <Checkbox
                      label={candidate.full_name}
                      description={[
                        candidate.cohort_name,
                        `${howMany(candidate.hours, 'hour')} in ${shift.semester_name}`,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                      checked={chosen.has(candidate.student_id)}
                      disabled={isHard}
                      onChange={() => toggle(candidate)}
                    />
                    {candidate.message && (
                      <Text size="xs" c="var(--pw-orange-ink)" pl={30}>
                        {candidate.message}
                      </Text>
                    )}
                  </li>
                )
              })}
            </ul>
          </>
        )}
      </Loaded>
      {soft.length > 0 && (
        <FreeText
          tick={tick}
          sentAs="override_reason"
          label="Why override this rule?"
          description={`For ${soft.map(({ full_name: name }) => name).join(', ')}. It stays with the seat.`}
          required
          maxLength={500}
          value={why}
          onChange={({ currentTarget }) => setWhy(currentTarget.value)}
        />
      )}
      {shift.series_id && role !== 'proctor' && (
        <Checkbox
          label="Also on the following shifts of this series"
          description="Each student is checked on each day and notified once."
          checked={isSeries}
          onChange={({ currentTarget }) => setSeries(currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" data-leaves onClick={onClose}>
          Close
        </Button>
        <Button
          disabled={chosen.size === 0 || needsWhy}
          title={needsWhy ? 'Say why you’re overriding this rule.' : undefined}
          loading={assign.isPending || assignSeries.isPending}
          onClick={isSeries ? sendSeries : send}
        >
          {chosen.size === 0 ? 'Assign' : `Assign ${chosen.size}`}
        </Button>
      </Group>
    </Stack>
  )
}

/** Selects everyone of a cohort who can be assigned without a reason. */
function Cohorts({
  candidates,
  onChoose,
}: {
  candidates: readonly Candidate[]
  onChoose: (members: readonly Candidate[]) => void
}): ReactNode {
  const free = candidates.filter(({ rule, cohort_name: name }) => rule === null && name !== null)
  const cohorts = Object.entries(Object.groupBy(free, ({ cohort_name: name }) => name!)).filter(
    (one): one is [string, Candidate[]] => (one[1]?.length ?? 0) > 1,
  )
  if (cohorts.length === 0) return null
  return (
    <Group gap="xs">
      {cohorts.map(([name, members]) => (
        <Button key={name} size="xs" variant="default" onClick={() => onChoose(members)}>
          {`All ${formatNumber(members.length)} of ${name}`}
        </Button>
      ))}
    </Group>
  )
}
