import { Checkbox, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import type { CopyGroup } from '../contract.ts'
import { notCopiedText } from '../messages.ts'
import { allCopyGroups, copyGroupLabels } from '../rules/copying.ts'
import type { ActionTarget } from './action-target.ts'
import { CopyChanges } from './CopyChanges.tsx'
import { CopyResult } from './CopyResult.tsx'
import { facilities, useCopySettings } from './queries.ts'
import { UnitPicker } from './UnitPicker.tsx'

/** Copies a unit's settings to others of its organization: asks which and where to, previews the changes, then shows the results. */
export function CopySettingsDialog({
  facility: { id, name },
  onClose,
}: {
  facility: ActionTarget
  onClose: () => void
}): ReactNode {
  const copy = useCopySettings()
  const [groups, setGroups] = useState<readonly CopyGroup[]>(allCopyGroups)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery({
    ...facilities.planCopy.queryOptions({ input: { id, groups: [...groups] } }),
    enabled: groups.length > 0,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const changing = (query.data?.units ?? []).filter(
    (unit) => unit.outcome === 'change' && chosen.has(unit.id),
  )
  const form = useSchemaForm(
    plainSchema<Record<string, never>>(() => ({})),
    {
      initialValues: {},
      onSubmit: async () => {
        await copy.mutateAsync({
          id,
          version: query.data!.version,
          groups: [...groups],
          units: changing.map((unit) => ({ id: unit.id, version: unit.version })),
          idempotency_key: crypto.randomUUID(),
        })
      },
    },
  )
  const title = `Copy settings of ${name}`
  return (
    <OpenModal onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      {copy.data ? (
        <CopyResult {...copy.data} onClose={onClose} />
      ) : (
        <Form
          form={form}
          submitLabel={changing.length > 1 ? `Copy to ${changing.length} units` : 'Copy settings'}
          onCancel={onClose}
          label={title}
          blocker={blockerOf({ groups, isLooking: query.isFetching, isFailed: query.isError, changing })}
        >
          <Stack gap="md">
            <Checkbox.Group
              label="What to copy"
              value={[...groups]}
              onChange={(next) => setGroups(allCopyGroups.filter((group) => next.includes(group)))}
            >
              <Stack gap="xs" mt="xs">
                {allCopyGroups.map((group) => (
                  <Checkbox key={group} value={group} label={copyGroupLabels[group]} />
                ))}
              </Stack>
            </Checkbox.Group>
            {groups.length > 0 && (
              <Loaded
                query={query}
                skeleton={<Skeletons shape="text" count={4} />}
                failedTitle="The units couldn’t be loaded"
                isEmpty={({ units }) => units.length === 0}
                empty={{
                  compact: true,
                  title: 'No other unit',
                  description: 'Settings are copied to units of the same organization that you manage.',
                }}
              >
                {({ units, settings }) => (
                  <>
                    <Text size="sm" fw={500}>
                      Copy to
                    </Text>
                    <UnitPicker
                      units={units.map((unit) => ({ ...unit, blocker: notCopiedText(unit) }))}
                      chosen={chosen}
                      onChoose={setChosen}
                    />
                    {changing.length > 0 && <CopyChanges units={changing} settings={settings} />}
                  </>
                )}
              </Loaded>
            )}
          </Stack>
        </Form>
      )}
    </OpenModal>
  )
}

type Readiness = {
  groups: readonly unknown[]
  isLooking: boolean
  isFailed: boolean
  changing: readonly unknown[]
}

function blockerOf({ groups, isLooking, isFailed, changing }: Readiness): string | null {
  if (groups.length === 0) return 'Choose what to copy first.'
  if (isLooking) return 'Looking at what would change…'
  if (isFailed) return 'The units couldn’t be loaded. Try again first.'
  return changing.length === 0 ? 'Choose a unit that would change.' : null
}
