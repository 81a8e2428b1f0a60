import { Modal, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { Placement, Preview, RunDetail } from '../contract.ts'
import { rankOf } from '../rules.ts'
import { matchRuns, useAssign } from './queries.ts'

type AssignDialogProps = {
  opened: boolean
  run: RunDetail
  placement: Placement | undefined
  onClose: () => void
}
type Values = { option_ids: string[]; reason: string }

const schema = plainSchema<Values>(({ reason }) => ({
  reason: reason.trim().length < 3 && 'Give a short reason.',
}))

/** Places a student by hand: shows which rules the change breaks, and what it costs. */
export function AssignDialog({ opened, run, placement, onClose }: AssignDialogProps): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Place ${placement?.full_name ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {placement && (
        <AssignForm key={placement.student_id} run={run} placement={placement} onClose={onClose} />
      )}
    </Modal>
  )
}

function AssignForm({
  run,
  placement,
  onClose,
}: {
  run: RunDetail
  placement: Placement
  onClose: () => void
}): ReactNode {
  const assign = useAssign()
  const tick = usePatientTick()
  const editId = useRef(crypto.randomUUID())
  const form = useSchemaForm(schema, {
    initialValues: { option_ids: placement.option_ids, reason: '' },
    onSubmit: async (values) => {
      await assign.mutateAsync({
        id: run.id,
        student_id: placement.student_id,
        edit_id: editId.current,
        ...values,
        ...tick.sent,
      })
      onClose()
    },
  })
  const chosen = form.values.option_ids
  const isSame =
    chosen.length === placement.option_ids.length && chosen.every((id) => placement.option_ids.includes(id))
  const preview = useQuery({
    ...matchRuns.preview.queryOptions({
      input: { id: run.id, student_id: placement.student_id, option_ids: chosen },
    }),
    enabled: !isSame,
    gcTime: 0,
    staleTime: 0,
  })
  const label = ({ id, name }: RunDetail['options'][number]) => {
    const rank = rankOf(placement.choices, id)
    return rank === null ? name : `${name} (choice ${rank})`
  }
  const broken = preview.data?.blockers ?? []
  return (
    <Form
      form={form}
      submitLabel="Place student"
      onCancel={onClose}
      blocker={
        isSame ? 'Choose another option.' : broken.length > 0 ? 'A hard rule does not allow it.' : null
      }
    >
      <MultiSelect
        label="Options"
        description="If you leave this blank, the student gets no seat."
        data={run.options.map((option) => ({ value: option.id, label: label(option) }))}
        searchable
        {...form.field('option_ids')}
      />
      {!isSame && preview.data && <Outcome preview={preview.data} />}
      <FreeText
        label="Reason"
        description="Students do not see it."
        required
        tick={tick}
        sentAs="reason"
        {...form.field('reason')}
      />
    </Form>
  )
}

function Outcome({ preview: { blockers, cost } }: { preview: Preview }): ReactNode {
  if (blockers.length > 0)
    return (
      <Banner kind="danger" title="A hard rule does not allow it" live>
        {blockers.join(' ')}
      </Banner>
    )
  return (
    <Banner kind={cost !== null && cost > 0 ? 'warning' : 'info'} live>
      {cost === null
        ? 'Its cost can’t be calculated.'
        : cost > 0
          ? `Costs ${formatNumber(cost)} points: the match as a whole serves choices less well.`
          : cost < 0
            ? `Saves ${formatNumber(-cost)} points.`
            : 'Costs nothing.'}
    </Banner>
  )
}
