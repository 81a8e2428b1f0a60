import { Button, Checkbox, Group, Modal, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { patientDataSigns } from '#core/patient-data.ts'
import { hasEnded, JobProgress, useJob } from '#features/jobs/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { reasonProblem } from '#ui/reason.ts'
import { toast } from '#ui/toast.ts'
import type { BulkAction, BulkSelection, CancelCode, DeclineCode } from '../contract.ts'
import { bulkTitle } from '../rules.ts'
import { isDangerous, labelOfAction, type Party } from './shift-actions.ts'
import { needsReason, shiftQuestions } from './shift-questions.ts'
import { shifts as api, shiftTouches } from './queries.ts'

/** A bulk action, its shifts, and how many there are. */
export type BulkRequest = {
  action: BulkAction
  selection: BulkSelection
  count: number
  /** Preselected values: the substitute, or the new day. */
  chosen?: { proctor_id?: string; instead_of?: string; date?: string }
}

interface BulkDialogProps {
  request: BulkRequest | undefined
  party: Party
  onClose: () => void
  onDone?: (() => void) | undefined
}

const shiftsOf = (count: number) => (count === 1 ? '1 shift' : `${formatNumber(count)} shifts`)

/** Runs an action on many shifts: collects its inputs, shows what a trial found possible, and shows the progress. */
export function BulkDialog({ request, onClose, ...rest }: BulkDialogProps): ReactNode {
  return (
    <Modal
      opened={request !== undefined}
      onClose={onClose}
      title={request ? shiftQuestions[request.action].title(shiftsOf(request.count)) : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {request && <Steps request={request} onClose={onClose} {...rest} />}
    </Modal>
  )
}

type Values = { code: string; seats: number | string; reason: string; toBeNamed: boolean; late: string }

function Steps({ request, party, onClose, onDone }: BulkDialogProps & { request: BulkRequest }): ReactNode {
  const { action } = request
  const [values, setValues] = useState<Values>({
    code: '',
    seats: '',
    reason: '',
    toBeNamed: false,
    late: '',
  })
  const [trialId, setTrial] = useState<string>()
  const [runId, setRun] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const tick = usePatientTick()
  const start = useMutation({ ...api.startBulk.mutationOptions(), meta: { quiet: true } })
  const trial = useJob(runId ? undefined : trialId)
  const run = useJob(runId, shiftTouches)
  useGoesOn(run.data !== undefined && !hasEnded(run.data))

  async function begin(selection: BulkSelection, isTrial: boolean): Promise<string | undefined> {
    setFailure(undefined)
    const reason = values.reason.trim() || null
    try {
      const { job_id: id } = await start.mutateAsync({
        id: crypto.randomUUID(),
        action,
        selection,
        is_trial: isTrial,
        words: {
          to_be_named: values.toBeNamed,
          lead_time_reason: values.late.trim() || null,
          reason,
          cancel_code: action === 'cancel' ? (values.code as CancelCode) : null,
          decline_code: action === 'decline' ? (values.code as DeclineCode) : null,
          seats: values.seats === '' ? null : Number(values.seats),
          proctor_id: null,
          instead_of: null,
          date: null,
          ...request.chosen,
        },
        ...tick.sent,
      } as never)
      return id
    } catch (error) {
      setFailure(messageOf(error))
      return undefined
    }
  }

  async function check() {
    const id = await begin(request.selection, true)
    if (id) setTrial(id)
  }
  async function confirm(trialJob: string) {
    const id = await begin({ kind: 'trial', job_id: trialJob }, false)
    if (!id) return
    setRun(id)
    onDone?.()
  }

  const words = shiftQuestions[action]
  const fitting = trial.data ? trial.data.done - trial.data.refused : 0
  return (
    <Stack gap="md">
      {failure && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
      {runId ? (
        <>
          <JobProgress job={run.data} />
          <Group justify="space-between">
            <Text size="xs" c="dimmed" maw={300}>
              {run.data && hasEnded(run.data)
                ? 'You can find this under Recent jobs in your menu.'
                : 'You can close this. It keeps running; find it under Recent jobs in your menu.'}
            </Text>
            <Button onClick={onClose}>Close</Button>
          </Group>
        </>
      ) : trialId ? (
        <>
          <JobProgress
            job={trial.data}
            summary={
              trial.data?.status === 'done' ? (
                <b>{trialSummary(words.done, fitting, trial.data.refused)}</b>
              ) : undefined
            }
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setTrial(undefined)}>
              Back
            </Button>
            {trial.data?.status === 'done' && fitting > 0 && (
              <Button
                data-autofocus
                loading={start.isPending}
                {...(isDangerous(action) && { color: 'red' })}
                onClick={() => void confirm(trialId)}
              >
                {bulkTitle(action, fitting, false)}
              </Button>
            )}
          </Group>
        </>
      ) : (
        <Fields
          {...{ request, party, values, tick, onClose }}
          onChange={(change) => setValues({ ...values, ...change })}
          isPending={start.isPending}
          onSubmit={() => void check()}
        />
      )}
    </Stack>
  )
}

function trialSummary(done: string, fitting: number, refused: number): string {
  if (fitting === 0) return `None of them can be ${done}.`
  const good = fitting === 1 ? `1 shift can be ${done}` : `${formatNumber(fitting)} shifts can be ${done}`
  return refused === 0 ? `${good}.` : `${good}, ${formatNumber(refused)} cannot:`
}

interface FieldsProps {
  request: BulkRequest
  party: Party
  values: Values
  tick: ReturnType<typeof usePatientTick>
  isPending: boolean
  onChange: (change: Partial<Values>) => void
  onSubmit: () => void
  onClose: () => void
}

function Fields({
  request,
  party,
  values,
  tick,
  isPending,
  onChange,
  onSubmit,
  onClose,
}: FieldsProps): ReactNode {
  const { action } = request
  const words = shiftQuestions[action]
  const [tried, setTried] = useState(false)
  const mustSay = needsReason(action, party) || (action === 'decline' && values.code === 'not_suitable')
  const wrong = {
    code: words.codes && !values.code ? 'Choose why.' : undefined,
    reason: reasonProblem(values.reason, { label: 'Reason', isRequired: mustSay, maxLength: 1000 }),
    patient:
      !tick.checked && [values.reason, values.late].some((text) => patientDataSigns(text).length > 0)
        ? 'Remove it, or confirm that no patient is named.'
        : undefined,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!Object.values(wrong).some(Boolean)) onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate aria-label={labelOfAction(action)}>
      <Stack gap="md">
        <Text size="sm">{words.body} Nothing changes until you have seen what’s possible.</Text>
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
            onChange={({ currentTarget }) => onChange({ code: currentTarget.value })}
            error={tried && wrong.code}
          />
        )}
        {action === 'approve' && (
          <NumberInput
            clampBehavior="blur"
            label="Seats"
            description="For each shift. Leave blank to approve all requested seats."
            min={1}
            max={500}
            allowDecimal={false}
            value={values.seats}
            onChange={(seats) => onChange({ seats })}
          />
        )}
        {action === 'publish' && (
          <Checkbox
            label="Publish without an instructor where none is named: “to be named”"
            description="Students see that the instructor will be named later."
            checked={values.toBeNamed}
            onChange={({ currentTarget }) => onChange({ toBeNamed: currentTarget.checked })}
          />
        )}
        {action === 'submit' && (
          <FreeText
            tick={tick}
            label="Why so late?"
            description="For requests inside a facility’s lead time. The facility reads it."
            maxLength={500}
            value={values.late}
            onChange={({ currentTarget }) => onChange({ late: currentTarget.value })}
            error={tried && wrong.patient}
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
            onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
            error={tried && (wrong.reason ?? wrong.patient)}
          />
        )}
        <FormFooter>
          <Button variant="default" data-leaves onClick={onClose} disabled={isPending}>
            {action === 'cancel' ? 'Back' : 'Cancel'}
          </Button>
          <Button type="submit" loading={isPending}>{`Check ${shiftsOf(request.count)}`}</Button>
        </FormFooter>
      </Stack>
    </form>
  )
}

/** When the dialog closes during a job, says where to follow the job. */
function useGoesOn(isRunning: boolean): void {
  const running = useRef(isRunning)
  useEffect(() => void (running.current = isRunning), [isRunning])
  useEffect(
    () => () => {
      if (running.current) toast.success('It keeps running. Recent jobs in your menu shows its progress.')
    },
    [],
  )
}
