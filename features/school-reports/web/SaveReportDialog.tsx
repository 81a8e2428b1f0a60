import { Button, Checkbox, Modal, NativeSelect, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { refusalMessage } from '#core/refusal.ts'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { Frequency, ReportKind, SavedReport } from '../contract.ts'
import { savedReportRefusals } from '../messages.ts'
import { frequencyLabels, kindWords, remainingRecipients, saveBlocker } from '../rules.ts'
import { useSaveReport } from './queries.ts'

type Draft = Pick<SavedReport, 'kind' | 'semester_id'> & { saved?: SavedReport }
type Person = { id: string; full_name: string }
export type SaveRequest = { draft: Draft; people: readonly Person[] }

/** Saves a report under a name, with how often and to whom it is sent. */
export function SaveReportDialog({
  request,
  onClose,
}: {
  request: SaveRequest | undefined
  onClose: () => void
}): ReactNode {
  return (
    <Modal
      opened={request !== undefined}
      onClose={onClose}
      title={request?.draft.saved ? 'Change saved report' : 'Save and schedule'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {request && <Fields {...request} onClose={onClose} />}
    </Modal>
  )
}

const frequencies = Object.entries(frequencyLabels).map(([value, label]) => ({ value, label }))

function Fields({ draft, people, onClose }: SaveRequest & { onClose: () => void }): ReactNode {
  const { saved } = draft
  const save = useSaveReport()
  const [id] = useState(() => saved?.id ?? crypto.randomUUID())
  const [values, setValues] = useState({
    name: saved?.name ?? kindWords[draft.kind].title,
    frequency: saved?.frequency ?? ('never' as Frequency),
    recipients: remainingRecipients(saved?.recipients ?? [], people),
    isLatest: saved ? saved.semester_id === null : true,
  })
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }))
  const [blocked, setBlocked] = useState<string>()
  function submit(event: FormEvent): void {
    event.preventDefault()
    const blocker = saveBlocker(values, people)
    setBlocked(blocker ? refusalMessage(savedReportRefusals, blocker) : undefined)
    if (blocker) return
    const { isLatest, ...rest } = values
    const sent = {
      ...rest,
      id,
      version: saved?.version ?? 0,
      kind: draft.kind as ReportKind,
      semester_id: isLatest ? null : draft.semester_id,
      idempotency_key: crypto.randomUUID(),
    }
    save.mutate(sent, { onSuccess: onClose })
  }
  return (
    <form aria-label="Saved report" onSubmit={submit}>
      <Stack gap="md">
        <TextField
          label="Name"
          required
          maxLength={120}
          data-autofocus
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Checkbox
          label="Always the latest semester"
          checked={values.isLatest}
          onChange={(event) => set({ isLatest: event.currentTarget.checked })}
        />
        <NativeSelect
          label="Send"
          description="An email with a link. The figures stay in Placewell."
          data={frequencies}
          value={values.frequency}
          onChange={(event) => set({ frequency: event.currentTarget.value as Frequency })}
        />
        {values.frequency !== 'never' && (
          <Checkbox.Group
            label="Send to"
            value={values.recipients}
            onChange={(recipients) => set({ recipients })}
          >
            <Stack gap="xs" mt="xs">
              {people.map((person) => (
                <Checkbox key={person.id} value={person.id} label={person.full_name} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {(blocked ?? save.error) && <Banner kind="warning" live title={blocked ?? messageOf(save.error)} />}
        <FormFooter>
          <Button variant="default" data-leaves onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save report
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}
