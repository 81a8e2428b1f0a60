import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { roleLabels, type Role } from '#core/roles.ts'
import { Banner } from '#ui/Banner.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PickSeveral } from '#ui/Pick.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { mergedChoice } from '#ui/values-after-update.ts'
import type { Cohort } from '../contract.ts'
import { useSetAdvisors } from './mutations.ts'
import { cohorts } from './queries.ts'

type AdvisorsDialogProps = { opened: boolean; cohort: Cohort; onClose: () => void }
const idsOf = ({ advisors }: Cohort): string[] => advisors.map(({ user_id }) => user_id)
type Choices = { id: string; full_name: string; role: string }[]

/** Chooses the advisors of a cohort; proctors see the cohorts they advise. */
export function AdvisorsDialog({ opened, cohort, onClose }: AdvisorsDialogProps): ReactNode {
  const choices = useQuery(cohorts.choices.queryOptions({ input: {} }))
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Advisors of ${cohort.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={choices} isEmpty={() => false} skeleton={<Skeletons shape="form" count={1} />}>
        {({ advisors }) => <Choose cohort={cohort} choices={advisors} onClose={onClose} />}
      </Loaded>
    </Modal>
  )
}

function Choose({
  cohort,
  choices,
  onClose,
}: {
  cohort: Cohort
  choices: Choices
  onClose: () => void
}): ReactNode {
  const save = useSetAdvisors()
  const [opened, setOpened] = useState(cohort)
  const [chosen, setChosen] = useState(idsOf(cohort))
  // Someone else changed them: what they did is shown, and what was chosen here is kept.
  if (cohort.version !== opened.version) {
    setOpened(cohort)
    setChosen(mergedChoice(idsOf(opened), chosen, idsOf(cohort)))
  }
  // An advisor who has left since can still be removed.
  const gone = cohort.advisors.filter(({ user_id }) => !choices.some(({ id }) => id === user_id))
  const data = [...choices, ...gone.map(({ user_id, full_name, role }) => ({ id: user_id, full_name, role }))]
  return (
    <Stack gap="md">
      {save.isError && (
        <Banner kind="danger" live>
          {save.error.message}
        </Banner>
      )}
      <PickSeveral
        label="Advisors"
        description="Proctors can read the students and the history of the cohorts they advise."
        clearable
        data-autofocus
        nothingFoundMessage="No one with that name"
        among={data.map(({ id, full_name: name, role }) => ({
          id,
          name,
          detail: roleLabels[role as Role] ?? role,
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <Group justify="flex-end">
        <Button variant="default" data-leaves onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={save.isPending}
          onClick={() =>
            save.mutate({ id: cohort.id, version: opened.version, user_ids: chosen }, { onSuccess: onClose })
          }
        >
          Save advisors
        </Button>
      </Group>
    </Stack>
  )
}
