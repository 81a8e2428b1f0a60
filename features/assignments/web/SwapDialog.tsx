import { Modal, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { labelOf, whenWords } from '#features/shifts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { MySeat, SwapPartner } from '../contract.ts'
import { useProposeSwap } from './mutations.ts'
import { assignments } from './queries.ts'

type SwapDialogProps = {
  opened: boolean
  seats: readonly MySeat[]
  seatId: string | undefined
  onSeat: (id: string) => void
  onClose: () => void
}

/** A student offers a seat to a classmate, or swaps it for one of theirs. */
export function SwapDialog({ opened, seats, seatId, onSeat, onClose }: SwapDialogProps): ReactNode {
  const partners = useQuery({
    ...assignments.swapPartners.queryOptions({ input: { id: seatId ?? '' } }),
    enabled: opened,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title="Swap with a classmate"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <NativeSelect
          label="Your seat"
          value={seatId ?? ''}
          data={seats.map(({ id, shift }) => ({ value: id, label: labelOf(shift) }))}
          onChange={({ currentTarget }) => onSeat(currentTarget.value)}
        />
        <Loaded
          query={partners}
          skeleton={<Skeletons shape="form" count={3} />}
          failedTitle="Your classmates could not be loaded"
          empty={{
            compact: true,
            title: 'No classmates to swap with',
            description: 'Seats change hands within a cohort. Ask your coordinator.',
          }}
        >
          {(found) => <ProposalForm key={seatId} seatId={seatId ?? ''} partners={found} onClose={onClose} />}
        </Loaded>
      </Stack>
    </Modal>
  )
}

const schema = z.object({
  to: z.string().check(z.minLength(1, 'Choose a classmate.')),
  other: z.string(),
  note: z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters.')),
})

type ProposalFormProps = { seatId: string; partners: readonly SwapPartner[]; onClose: () => void }

function ProposalForm({ seatId, partners, onClose }: ProposalFormProps): ReactNode {
  const propose = useProposeSwap()
  const tick = usePatientTick()
  // The same press twice is one proposal.
  const [id] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(schema, {
    initialValues: { to: '', other: '', note: '' },
    onSubmit: async ({ to, other, note }) => {
      await propose.mutateAsync({
        id,
        assignment_id: seatId,
        to_student_id: to,
        other_assignment_id: other || null,
        note: note || null,
        ...tick.sent,
      })
      onClose()
    },
  })
  const { to } = form.values
  const mates = partners.filter(({ assignment_id: seat }) => !seat)
  const theirs = partners.filter((one) => one.student_id === to && one.assignment_id)
  const obstacle = mates.find(({ student_id: student }) => student === to)?.obstacle
  return (
    <Form form={form} submitLabel="Propose swap" onCancel={onClose} label="Swap">
      <NativeSelect
        label="Classmate"
        required
        data={[
          { value: '', label: 'Choose a classmate' },
          ...mates.map(({ student_id: value, full_name: label }) => ({ value, label })),
        ]}
        {...form.field('to')}
        onChange={({ currentTarget }) => form.setValues({ to: currentTarget.value, other: '' })}
      />
      {obstacle && (
        <Banner kind="warning" title="Something stands in the way">
          {obstacle} Choose the seat that goes in return, or another classmate.
        </Banner>
      )}
      {to && (
        <Radio.Group label="In return" {...form.field('other')}>
          <Stack gap={8} mt={6}>
            <Radio value="" label="Nothing: I give my seat away" />
            {theirs.map((seat) => (
              <Radio
                key={seat.assignment_id}
                value={seat.assignment_id ?? ''}
                label={`${whenWords({ date: seat.date ?? '', start_time: seat.start_time ?? '', end_time: seat.end_time ?? '' })}, ${seat.place ?? ''}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <FreeText tick={tick} sentAs="note" label="Message" {...form.field('note')} />
      <Text size="sm" c="dimmed">
        Your classmate answers first. You keep your seat until the swap is done.
      </Text>
    </Form>
  )
}
