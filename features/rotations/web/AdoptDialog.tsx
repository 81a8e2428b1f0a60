import { Modal, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import type { LooseSeries } from '../contract.ts'
import { rotations, useAdoptSeries } from './queries.ts'
import { whenOf } from './rotation-words.tsx'

type Props = { opened: boolean; onClose: () => void; onDone: (id: string) => void }

/** Turns an existing series of shifts into a rotation. */
export function AdoptDialog({ opened, onClose, onDone }: Props): ReactNode {
  const query = useQuery({ ...rotations.series.queryOptions(), enabled: opened })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Make a rotation from a series"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && (
        <Loaded
          query={query}
          failedTitle="The series couldn’t be loaded"
          empty={{
            title: 'No series left',
            description:
              'Every upcoming series of shifts is already a rotation. Plan a new rotation instead.',
          }}
        >
          {(rows) => <Choice rows={rows} onClose={onClose} onDone={onDone} />}
        </Loaded>
      )}
    </Modal>
  )
}

const schema = plainSchema<{ series_id: string }>(({ series_id: id }) => ({
  series_id: id === '' && 'Choose a series.',
}))

function Choice({ rows, onClose, onDone }: Omit<Props, 'opened'> & { rows: LooseSeries[] }): ReactNode {
  const adopt = useAdoptSeries()
  const [id] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(schema, {
    initialValues: { series_id: '' },
    onSubmit: async ({ series_id }) => onDone((await adopt.mutateAsync({ id, series_id })).id),
  })
  return (
    <Form form={form} submitLabel="Make a rotation" onCancel={onClose} label="Make a rotation from a series">
      <Text size="sm">The shifts stay as they are. From then on they follow the rotation.</Text>
      <Radio.Group
        label="Series"
        required
        value={form.values.series_id}
        onChange={(value) => form.setFieldValue('series_id', value)}
        error={form.errors['series_id']}
      >
        <Stack gap="sm" mt="xs">
          {rows.map((row) => (
            <Radio
              key={row.series_id}
              value={row.series_id}
              label={row.name}
              description={`${row.unit_label ?? 'On campus'} · ${whenOf(row)} · ${row.semester_name}`}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Form>
  )
}
