import { Button, Checkbox, List, Modal, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { patientDataSigns } from '#core/patient-data.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { reasonProblem } from '#ui/reason.ts'
import { toast } from '#ui/toast.ts'
import type { Outcome, ShiftDetail, ShiftFields, ShiftRow } from '../contract.ts'
import { ApprovalRoom } from './ApprovalRoom.tsx'
import { isDangerous, labelOfAction, type Party, type ShiftAction } from './shift-actions.ts'
import { needsReason, shiftQuestions } from './shift-questions.ts'
import { Differences } from './Differences.tsx'
import {
  shifts as api,
  shiftTouches,
  showDoneToast,
  unchangedWords,
  retryUntilReached,
  useCreateShift,
  useRemove,
  useShiftOptions,
} from './queries.ts'
import { mayNameLater, planFields } from '../rules.ts'
import { isStillPossible, outcomeOf, Refusal } from './ShiftConflict.tsx'
import { nameOf, facilityLabel, whenWords } from './shift-words.ts'
import { useFresh } from '#ui/use-fresh.ts'

interface ShiftActionDialogProps {
  action: ShiftAction | undefined
  shifts: readonly ShiftRow[]
  party: Party
  onClose: () => void
  onDone?: (() => void) | undefined
  /** Why the action just failed for these shifts; the dialog opens with the reasons. */
  refused?: readonly Outcome[] | undefined
}

/** Asks for confirmation of an action on one shift or several, and shows the outcome of each. */
export function ShiftActionDialog({ action, onClose, ...rest }: ShiftActionDialogProps): ReactNode {
  const what =
    rest.shifts.length === 1 ? nameOf(rest.shifts[0]!) : `${formatNumber(rest.shifts.length)} shifts`
  return (
    <Modal
      opened={action !== undefined}
      onClose={onClose}
      title={action ? shiftQuestions[action].title(what) : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {action &&
        (proposals[action] ? (
          <AboutProposal key={action} action={action} onClose={onClose} {...rest} />
        ) : (
          <Question key={action} action={action} onClose={onClose} {...rest} />
        ))}
    </Modal>
  )
}

/** The field that holds the proposal, for each answer to one. */
const proposals: Partial<Record<ShiftAction, 'counter' | 'change'>> = {
  accept_counter: 'counter',
  decline_counter: 'counter',
  accept_change: 'change',
  decline_change: 'change',
  take_back_change: 'change',
}

/** An answer applies to the shift as just fetched: the user agrees to what is listed, by its version. */
function AboutProposal(props: ShiftActionDialogProps & { action: ShiftAction }): ReactNode {
  const query = useQuery({
    ...api.get.queryOptions({ input: { id: props.shifts[0]!.id } }),
    refetchOnMount: 'always',
  })
  const fresh = useFresh(query)
  return (
    <Loaded query={fresh} failedTitle="The suggestion couldn’t be loaded">
      {(shift) => <AsRead {...props} shift={shift} />}
    </Loaded>
  )
}

/** Keeps the first version read: a later change is refused and shown, not silently included. */
function AsRead({
  shift,
  ...props
}: ShiftActionDialogProps & { action: ShiftAction; shift: ShiftDetail }): ReactNode {
  const [read] = useState(shift)
  return <Question {...props} shifts={[read]} />
}

/** The proposal of a shift, old → new, with its note. */
function Proposed({ action, row }: { action: ShiftAction; row: ShiftRow }): ReactNode {
  const which = proposals[action]
  if (!which || !('counter' in row)) return null
  const shift = row as ShiftDetail
  const proposal = shift[which]
  if (!proposal) return null
  const note = 'reason' in proposal ? proposal.reason : proposal.note
  return (
    <>
      <Differences shift={shift} proposal={proposal} />
      {note && <Text size="sm">“{note}”</Text>}
    </>
  )
}

type Values = { code: string; seats: number | string; reason: string; toBeNamed: boolean; late: string }

function Question({
  action,
  shifts,
  party,
  onClose,
  onDone,
  refused: refusedBefore = [],
}: ShiftActionDialogProps & { action: ShiftAction }): ReactNode {
  const words = shiftQuestions[action]
  const run = useShiftAction(action)
  const tick = usePatientTick()
  const [values, setValues] = useState<Values>({
    code: '',
    seats: '',
    reason: '',
    toBeNamed: false,
    late: '',
  })
  const [tried, setTried] = useState(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  // The shifts still to process: at first all, after a refusal those that were refused.
  const [open, setOpen] = useState(() =>
    refusedBefore.length > 0 ? refusedOf(shifts, refusedBefore) : shifts,
  )
  const [refusals, setRefusals] = useState(refusedBefore)
  const isSuper = useMe().role === 'school_super_admin'
  const changed = new Set(refusals.filter(({ conflict }) => conflict).map(({ id }) => id))
  const isPossible = (row: ShiftRow) => !changed.has(row.id) || isStillPossible(action, row, party, isSuper)
  const possible = open.filter(isPossible)
  const set = (change: Partial<Values>) => setValues({ ...values, ...change })
  const isLate = refusals.some(({ reason }) => reason === 'lead_time')
  const mustSay = needsReason(action, party) || (action === 'decline' && values.code === 'not_suitable')
  const namesPatient =
    !tick.checked && [values.reason, values.late].some((text) => patientDataSigns(text).length > 0)
  const wrong = {
    code: words.codes && !values.code ? 'Choose why.' : undefined,
    reason: reasonProblem(values.reason, { label: 'Reason', isRequired: mustSay, maxLength: 1000 }),
    late: isLate && values.late.trim().length < 3 ? 'Explain why it’s late.' : undefined,
    patient: namesPatient ? 'Remove it, or confirm that no patient is named.' : undefined,
  }
  const options = useShiftOptions(shifts[0]?.school_id)
  const schoolAllows = options.data?.publish_without_instructor ?? true
  const nobodyNamed =
    action === 'publish' &&
    (open.some((row) => mayNameLater(row, schoolAllows)) ||
      refusals.some(({ reason }) => reason === 'shift.needs_instructor'))

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (Object.values(wrong).some(Boolean)) return
    setPending(true)
    setFailure(undefined)
    try {
      const outcomes = await run(possible, values, tick.sent).catch((error: unknown) => {
        const outcome = outcomeOf(error, possible[0]!)
        if (!outcome) throw error
        return [outcome]
      })
      const refused = outcomes.filter(({ ok }) => !ok)
      // A deletion shows its own message, with Undo.
      if (action !== 'remove') showDoneToast(outcomes, words.done)
      if (refused.length === 0 || refused.length < outcomes.length) onDone?.()
      if (refused.length === 0) return onClose()
      setRefusals(refused)
      setOpen(refusedOf(open, refused))
      setTried(false)
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate aria-label={labelOfAction(action)}>
      <Stack gap="md">
        {failure && (
          <Banner kind="danger" live>
            {failure}
          </Banner>
        )}
        {refusals.length === 0 ? (
          <Text size="sm">{words.body}</Text>
        ) : (
          <Banner kind="warning" live title={unchangedWords(refusals.length)}>
            {isLate ? 'Explain why the request is late, then submit again.' : 'Each says why.'}
          </Banner>
        )}
        <List size="sm" spacing={4} aria-label="Shifts">
          {open.slice(0, 20).map((row) => {
            const refusal = refusals.find(({ id }) => id === row.id)
            return (
              <List.Item key={row.id}>
                {shifts.length > 1 && `${nameOf(row)}, `}
                {whenWords(row)}, {facilityLabel(row)}
                <Proposed action={action} row={row} />
                {refusal && (
                  <Text component="div" size="sm" c="var(--pw-orange-ink)">
                    <Refusal outcome={refusal} isPossible={isPossible(row)} />
                  </Text>
                )}
              </List.Item>
            )
          })}
          {open.length > 20 && <List.Item>{`and ${open.length - 20} more`}</List.Item>}
        </List>
        {words.codes && (
          <NativeSelect
            label={words.codes.label}
            required
            data-autofocus
            value={values.code}
            data={[
              { value: '', label: 'Choose…' },
              ...Object.entries(words.codes.words).map(([value, label]) => ({ value, label })),
            ]}
            onChange={({ currentTarget }) => set({ code: currentTarget.value })}
            error={tried && wrong.code}
          />
        )}
        {action === 'approve' && (
          <NumberInput
            clampBehavior="blur"
            label="Seats"
            description={
              shifts.length === 1
                ? `The school requested ${shifts[0]!.capacity}. Leave blank to approve all.`
                : 'For each shift. Leave blank to approve all requested seats.'
            }
            min={1}
            max={Math.min(...shifts.map(({ capacity }) => capacity))}
            allowDecimal={false}
            value={values.seats}
            onChange={(seats) => set({ seats })}
          />
        )}
        {action === 'approve' && open.length === 1 && (
          <ApprovalRoom shift={open[0]!} seats={Number(values.seats) || open[0]!.capacity} />
        )}
        {nobodyNamed && (
          <Checkbox
            label="Publish without an instructor: “to be named”"
            description="Students see that the instructor will be named later."
            checked={values.toBeNamed}
            onChange={({ currentTarget }) => set({ toBeNamed: currentTarget.checked })}
          />
        )}
        {isLate && (
          <FreeText
            tick={tick}
            label="Why so late?"
            required
            description="The facility reads it with the request."
            maxLength={500}
            value={values.late}
            onChange={({ currentTarget }) => set({ late: currentTarget.value })}
            error={tried && (wrong.late ?? wrong.patient)}
          />
        )}
        {(words.reason || mustSay) && (
          <FreeText
            tick={tick}
            label={words.reason?.label ?? 'Reason'}
            required={mustSay}
            {...(words.reason?.hint && { description: words.reason.hint })}
            maxLength={1000}
            value={values.reason}
            data-autofocus={words.codes ? undefined : true}
            onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
            error={tried && (wrong.reason ?? wrong.patient)}
          />
        )}
        <FormFooter>
          <Button variant="default" data-leaves onClick={onClose} disabled={isPending}>
            {refusals.length > 0 ? 'Close' : action === 'cancel' ? 'Back' : 'Cancel'}
          </Button>
          {possible.length > 0 && (
            <Button
              type="submit"
              loading={isPending}
              {...(isDangerous(action) && { color: 'red' })}
              {...(!words.codes && !words.reason && !mustSay && { 'data-autofocus': true })}
            >
              {refusals.length > 0 ? `${labelOfAction(action)} again` : labelOfAction(action)}
            </Button>
          )}
        </FormFooter>
      </Stack>
    </form>
  )
}

/** The refused shifts, in their current versions. */
const refusedOf = (rows: readonly ShiftRow[], refused: readonly Outcome[]): readonly ShiftRow[] =>
  rows.flatMap((row) => {
    const refusal = refused.find(({ id }) => id === row.id)
    return refusal ? [refusal.conflict?.current ?? row] : []
  })

const textOr = (text: string): string | null => text.trim() || null

/** The command of an action: the same inputs for all shifts, one outcome for each. */
function useShiftAction(action: ShiftAction) {
  const { call, single } = shiftQuestions[action]
  const remove = useRemoveWithUndo()
  const command = useMutation<unknown, Error, object>({
    ...(single ? call?.options() : retryUntilReached(call?.options() ?? {})),
    // For several shifts, refusals appear row by row; for a single one, the dialog shows the refusal.
    meta: single
      ? { quiet: true, touches: shiftTouches, done: single }
      : { touches: shiftTouches, failed: 'Nothing was changed' },
  })

  return async (rows: readonly ShiftRow[], values: Values, tick: object): Promise<Outcome[]> => {
    const shifts = rows.map(({ id, version }) => ({ id, version }))
    if (!call) return remove(shifts)
    const answers = {
      code: values.code,
      seats: values.seats === '' ? null : Number(values.seats),
      reason: textOr(values.reason),
      late: textOr(values.late),
      toBeNamed: values.toBeNamed,
    }
    const answer = await command.mutateAsync({
      ...(single ? shifts[0] : { shifts }),
      ...call.input(answers),
      ...tick,
    })
    // For a single shift the response only confirms success; a refusal is thrown.
    return single ? [] : (answer as Outcome[])
  }
}

/** Up to this many drafts are read before they are deleted, so that they can be restored. */
const UNDONE_TO = 25

/** Deletes drafts; the message offers Undo, which creates them again. */
function useRemoveWithUndo() {
  const client = useQueryClient()
  const remove = useRemove()
  const create = useCreateShift()
  return async (locked: readonly { id: string; version: number }[]): Promise<Outcome[]> => {
    const kept =
      locked.length > UNDONE_TO
        ? []
        : await Promise.all(
            locked.map(({ id }) => client.fetchQuery(api.get.queryOptions({ input: { id } }))),
          )
    const outcomes = await remove.mutateAsync({ shifts: [...locked] })
    const gone = kept.filter(({ id }) => outcomes.some((outcome) => outcome.id === id && outcome.ok))
    if (gone.length === 0) {
      showDoneToast(outcomes, shiftQuestions.remove.done)
      return outcomes
    }
    toast.undo(gone.length === 1 ? 'Draft deleted' : `${formatNumber(gone.length)} drafts deleted`, () => {
      void Promise.all(
        gone.map((shift) =>
          create.mutateAsync({ ...fieldsOf(shift), id: crypto.randomUUID(), school_id: shift.school_id }),
        ),
      ).then(() => Promise.all(shiftTouches.map((queryKey) => client.invalidateQueries({ queryKey }))))
    })
    return outcomes
  }
}

/** The fields that a planner entered, from a whole shift. */
export const fieldsOf = (shift: ShiftDetail): ShiftFields =>
  Object.fromEntries(
    planFields.map((field) => [
      field,
      field === 'cohort_ids' ? shift.cohorts.map(({ id }) => id) : shift[field],
    ]),
  ) as ShiftFields
