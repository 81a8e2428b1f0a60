import { Button, List, Modal, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { patientDataSigns } from '#core/patient-data.ts'
import { messageOf } from '#platform/web/api.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { TextField } from '#ui/TextField.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PickSeveral } from '#ui/Pick.tsx'
import { toast } from '#ui/toast.ts'
import type { Outcome } from '#features/shifts/contract.ts'
import type { SlotRow } from '../contract.ts'
import { useShiftOptions, facilityLabel, whenWords } from '#features/shifts/web/public.ts'
import { useTakeSlots } from './slot-queries.ts'
import { seatCount } from './slot-words.tsx'

interface TakeDialogProps {
  slots: readonly SlotRow[]
  schoolId: string
  onClose: () => void
  onDone: () => void
}

/** Takes open slots for a school, and says for each why it could not be taken. */
export function TakeDialog({ slots, ...rest }: TakeDialogProps): ReactNode {
  return (
    <Modal
      opened={slots.length > 0}
      onClose={rest.onClose}
      title={slots.length === 1 ? 'Take this day?' : `Take ${slots.length} days?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {slots.length > 0 && <Question slots={slots} {...rest} />}
    </Modal>
  )
}

function Question({ slots, schoolId, onClose, onDone }: TakeDialogProps): ReactNode {
  const take = useTakeSlots()
  const options = useShiftOptions(schoolId)
  const tick = usePatientTick()
  const [values, setValues] = useState({
    title: '',
    course: '',
    seats: '' as number | string,
    cohorts: [] as string[],
    late: '',
  })
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<string>()
  // The slots still to take: first all, after a refusal the refused ones.
  const [open, setOpen] = useState(slots)
  const [refusals, setRefusals] = useState<readonly Outcome[]>([])
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  const isLate = refusals.some(({ reason }) => reason === 'lead_time')
  const lateProblem = !isLate
    ? undefined
    : values.late.trim().length < 3
      ? 'Explain why it’s late.'
      : !tick.checked && patientDataSigns(values.late).length > 0
        ? 'Remove it, or confirm that no patient is named.'
        : undefined

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (lateProblem) return
    setFailure(undefined)
    try {
      const outcomes = await take.mutateAsync({
        school_id: schoolId,
        slots: open.map(({ id, version }) => ({ id, version })),
        seats: values.seats === '' ? null : Number(values.seats),
        title: values.title.trim() || null,
        course_code: values.course.trim() || null,
        cohort_ids: values.cohorts,
        lead_time_reason: values.late.trim() || null,
        ...tick.sent,
      })
      const refused = outcomes.filter(({ ok }) => !ok)
      const taken = outcomes.length - refused.length
      if (taken > 0) {
        toast.success(
          taken === 1
            ? 'The slot is yours. Name its instructor and publish it.'
            : `${taken} slots are yours. Name their instructors and publish them.`,
        )
        onDone()
      }
      if (refused.length === 0) return onClose()
      setRefusals(refused)
      setOpen(open.filter((row) => refused.some(({ id }) => id === row.id)))
      setTried(false)
    } catch (error) {
      setFailure(messageOf(error))
    }
  }

  const mayRetry = refusals.length === 0 || isLate
  return (
    <form onSubmit={(event) => void send(event)} noValidate aria-label="Take open slots">
      <Stack gap="md">
        {failure && (
          <Banner kind="danger" live>
            {failure}
          </Banner>
        )}
        {refusals.length === 0 ? (
          <Text size="sm">
            {slots.length === 1
              ? 'It becomes an approved shift of your school. Then you assign the instructor and publish it.'
              : 'They become approved shifts of your school. Then you assign the instructors and publish them.'}
          </Text>
        ) : (
          <Banner
            kind="warning"
            live
            title={refusals.length === 1 ? '1 slot was not taken' : `${refusals.length} slots were not taken`}
          >
            {isLate ? 'Explain why it’s late, then take it again.' : 'Each one shows its reason.'}
          </Banner>
        )}
        <List size="sm" spacing={4} aria-label="Slots">
          {open.slice(0, 20).map((row) => {
            const refusal = refusals.find(({ id }) => id === row.id)
            return (
              <List.Item key={row.id}>
                {whenWords(row)}, {facilityLabel(row)}, {seatCount(row.seats).toLowerCase()}
                {refusal && (
                  <Text size="sm" c="var(--pw-orange-ink)">
                    {refusal.message}
                  </Text>
                )}
              </List.Item>
            )
          })}
          {open.length > 20 && <List.Item>{`and ${open.length - 20} more`}</List.Item>}
        </List>
        {mayRetry && (
          <>
            <ChoicesFailed queries={[options]} />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberInput
                clampBehavior="blur"
                label="Seats"
                description="Leave blank to take all offered seats."
                min={1}
                max={Math.min(...open.map(({ seats }) => seats))}
                allowDecimal={false}
                value={values.seats}
                onChange={(seats) => set({ seats })}
              />
              <PickSeveral
                label="Cohorts"
                description="Students who can take this shift"
                placeholder={values.cohorts.length === 0 ? 'All cohorts' : ''}
                among={options.data?.cohorts}
                value={values.cohorts}
                onChange={(cohorts) => set({ cohorts })}
              />
              <TextField
                label="Title"
                placeholder="Medical-surgical II"
                maxLength={200}
                value={values.title}
                onChange={({ currentTarget }) => set({ title: currentTarget.value })}
              />
              <TextField
                label="Course"
                placeholder="NRS 210"
                maxLength={40}
                value={values.course}
                onChange={({ currentTarget }) => set({ course: currentTarget.value })}
              />
            </SimpleGrid>
            {isLate && (
              <FreeText
                tick={tick}
                sentAs="lead_time_reason"
                label="Why so late?"
                required
                description="The facility reads it."
                maxLength={500}
                value={values.late}
                onChange={({ currentTarget }) => set({ late: currentTarget.value })}
                error={tried && lateProblem}
              />
            )}
          </>
        )}
        <FormFooter>
          <Button variant="default" data-leaves onClick={onClose} disabled={take.isPending}>
            {refusals.length > 0 ? 'Close' : 'Cancel'}
          </Button>
          {mayRetry && (
            <Button type="submit" loading={take.isPending}>
              {open.length === 1 ? 'Take this day' : `Take ${open.length} days`}
            </Button>
          )}
        </FormFooter>
      </Stack>
    </form>
  )
}
