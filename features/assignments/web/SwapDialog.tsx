import { Modal, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { labelOf, whenWords } from '#features/shifts/web/public.ts'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PickOne } from '#ui/Pick.tsx'
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
  // Another seat has other classmates; what was written to them stays.
  const [note, setNote] = useState('')
  // The dialog stays mounted: the next swap begins without the message of this one.
  const close = () => {
    setNote('')
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} size="lg" title="Swap with a classmate">
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
          failedTitle="Your classmates couldn’t be loaded"
          empty={{
            compact: true,
            title: 'No one can swap this shift with you',
            description:
              'No classmate is free for your shift while you’re free for theirs. Ask your coordinator.',
          }}
        >
          {(found) => (
            <ProposalForm
              key={seatId}
              seatId={seatId ?? ''}
              partners={found}
              written={note}
              onWrite={setNote}
              onClose={close}
            />
          )}
        </Loaded>
      </Stack>
    </Modal>
  )
}

/** The choice of nothing in return. */
const GIFT = 'gift'

const schema = z
  .object({
    to: z.string().check(z.minLength(1, 'Choose a classmate.')),
    other: z.string(),
    note: z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters.')),
  })
  // It is asked once a classmate is chosen.
  .check(
    z.refine(({ to, other }) => !to || other !== '', {
      path: ['other'],
      message: 'Choose what you get in return.',
    }),
  )

type ProposalFormProps = {
  seatId: string
  partners: readonly SwapPartner[]
  /** The message so far. */
  written: string
  onWrite: (note: string) => void
  onClose: () => void
}

function ProposalForm({ seatId, partners, written, onWrite, onClose }: ProposalFormProps): ReactNode {
  const propose = useProposeSwap()
  const tick = usePatientTick()
  // Pressing twice sends the same proposal.
  const [id] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(schema, {
    initialValues: { to: '', other: '', note: written },
    onSubmit: async ({ to, other, note }) => {
      await propose.mutateAsync({
        id,
        assignment_id: seatId,
        to_student_id: to,
        other_assignment_id: other === GIFT ? null : other,
        note: note || null,
        ...tick.sent,
      })
      onClose()
    },
  })
  const { to } = form.values
  const note = form.field('note')
  const mate = partners.find(({ student_id: student }) => student === to)
  return (
    <Form form={form} submitLabel="Propose swap" onCancel={onClose} label="Swap">
      <PickOne
        label="Classmate"
        required
        placeholder="Choose a classmate"
        among={partners.map((one) => ({ id: one.student_id, name: one.full_name }))}
        {...form.field('to')}
        onChange={(value) => {
          if (!value) return
          const chosen = partners.find(({ student_id: student }) => student === value)
          // No one gives a seat away by accident.
          form.setValues({ to: value, other: chosen?.exchanges.length === 0 ? GIFT : '' })
        }}
      />
      {mate && (
        <Radio.Group label="In return" {...form.field('other')}>
          <Stack gap={8} mt={6}>
            {mate.can_take && <Radio value={GIFT} label="Nothing (give my seat away)" />}
            {mate.exchanges.map(({ assignment_id: seat, location, ...when }) => (
              <Radio key={seat} value={seat} label={`${whenWords(when)}, ${location}`} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <FreeText
        tick={tick}
        sentAs="note"
        label="Message"
        {...note}
        onChange={(event) => {
          note.onChange(event)
          onWrite(event.currentTarget.value)
        }}
      />
      <Text size="sm" c="dimmed">
        Only classmates who are free, and seats that can be swapped, are listed. Your classmate answers first.
        You keep your seat until the swap is done.
      </Text>
    </Form>
  )
}
