import { Button, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toastFailure } from '#platform/web/app-errors.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { toast } from '#ui/toast.ts'
import type { Setting, SettingVersion } from '../contract.ts'
import { settingLabels, settingTexts } from '../messages.ts'
import { isSameValue } from '../rules.ts'
import { changeOf } from './change-of.ts'
import { systemSettings, useUpdateConfig } from './queries.ts'

interface HistoryDrawerProps {
  setting: Setting | undefined
  onClose: () => void
}

/** Who set what and when, with a button to restore each value. */
export function HistoryDrawer({ setting, onClose }: HistoryDrawerProps): ReactNode {
  return (
    <Drawer
      opened={setting !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={setting && `${settingLabels[setting.key].label}: history`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {setting && <Versions setting={setting} />}
    </Drawer>
  )
}

function Versions({ setting: { key, default: usual } }: { setting: Setting }) {
  const query = useQuery({
    ...systemSettings.history.queryOptions({ input: { key } }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const update = useUpdateConfig()
  const words = (value: unknown) =>
    value === null ? `${settingTexts(key, usual)} (default)` : settingTexts(key, value)
  return (
    <Loaded query={query} skeleton={<Skeletons count={3} />} failedTitle="The history couldn’t be loaded">
      {(versions) => {
        const newest = versions[0]
        const use = (value: unknown) =>
          update
            .mutateAsync({ config: changeOf({ key, version: newest?.version ?? 0 }, value) })
            .then(() => toast.success(`${settingLabels[key].label} is ${words(value)}`))
            .catch((error: unknown) => toastFailure('It was not changed', error))
        const columns: Column<SettingVersion>[] = [
          { key: 'value', title: 'Value', render: ({ value }) => words(value) },
          {
            key: 'who',
            title: 'Set by',
            render: ({ by_name: by, at }) => (
              <>
                {by ?? 'A person who left'}, <RelativeTime value={at} />
              </>
            ),
          },
          {
            key: 'use',
            title: 'Again',
            render: ({ value, version }) =>
              version === newest?.version ? (
                'In effect'
              ) : isSameValue(value, newest?.value) ? (
                'The same'
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  disabled={update.isPending}
                  onClick={() => void use(value)}
                >
                  Use again
                </Button>
              ),
          },
        ]
        return (
          <DataTable
            label="History"
            rows={versions}
            columns={columns}
            rowKey={({ version }) => String(version)}
            rowLabel={({ value }) => words(value)}
            empty={{ title: 'Never changed', description: `The default applies: ${words(null)}.` }}
          />
        )
      }}
    </Loaded>
  )
}
