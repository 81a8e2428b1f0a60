import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import type { Setting } from '../contract.ts'
import { settingLabels, settingTexts } from '../messages.ts'
import { changeOf } from './change-of.ts'
import { systemSettings, useUpdateConfig } from './queries.ts'

const SettingDialog = lazyDialog(() => import('./SettingDialog.tsx').then((file) => file.SettingDialog), {
  setting: undefined,
})
const HistoryDrawer = lazyDialog(() => import('./HistoryDrawer.tsx').then((file) => file.HistoryDrawer), {
  setting: undefined,
})

/** The settings of the whole installation, and what its environment sets. */
export function ConfigView(): ReactNode {
  const query = useQuery({
    ...systemSettings.getConfig.queryOptions({ input: {} }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const update = useUpdateConfig()
  const [changing, setChanging] = useState<Setting>()
  const [looked, look] = useState<Setting>()
  const reset: Pick<Action<Setting>, 'run' | 'undo'> = {
    run: (setting) => update.mutateAsync({ config: changeOf(setting, null) }),
    undo: (setting) =>
      update.mutateAsync({ config: changeOf({ ...setting, version: setting.version + 1 }, setting.value) }),
  }
  const { dialog, menuOf } = useActions(
    [
      { id: 'change', label: 'Change…', key: 'e', open: ([setting]) => setChanging(setting) },
      { id: 'history', label: 'History', key: 'h', open: ([setting]) => look(setting) },
      {
        id: 'default',
        label: 'Use the default',
        isOffered: ({ key, is_default: isDefault }) => !isDefault && key !== 'maintenance',
        ask: ([setting]) => ({
          title: `Use the default for ${settingLabels[setting!.key].label.toLowerCase()}?`,
          body: `${settingTexts(setting!.key, setting!.value)} becomes ${settingTexts(setting!.key, setting!.default)}, at once and for everyone.`,
          confirmLabel: 'Use the default',
        }),
        ...reset,
        done: ([setting]) => `${settingLabels[setting!.key].label} is the default again`,
      },
      {
        id: 'remove',
        label: 'Remove',
        // Its default is none: to use the default is to remove it.
        isOffered: ({ key, is_default: isDefault }) => !isDefault && key === 'maintenance',
        ask: () => ({
          title: 'Remove the planned maintenance?',
          body: 'Its notice disappears from every page at once.',
          confirmLabel: 'Remove',
        }),
        ...reset,
        done: () => 'Planned maintenance removed',
      },
    ] satisfies Action<Setting>[],
    { nameOf: ({ key }) => settingLabels[key].label, idOf: ({ key }) => key },
  )
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="table" />}
      failedTitle="The settings couldn’t be loaded"
    >
      {({ settings, environment }) => (
        <>
          <PageSection look="flush" title="Settings" description="In effect at once on every server">
            <DataTable
              label="Settings"
              rows={settings}
              columns={columns}
              rowKey={({ key }) => key}
              rowLabel={({ key }) => settingLabels[key].label}
              rowActions={menuOf}
            />
          </PageSection>
          <PageSection
            title="Set by the environment"
            description="Change these where Placewell is started, with the variable named here. They take effect after a restart. Keys and passwords are not shown."
          >
            <KeyValue
              items={environment.map(({ name, label, words }) => ({
                label: `${label} (${name})`,
                value: words,
              }))}
            />
          </PageSection>
          {dialog}
          <SettingDialog setting={changing} onClose={() => setChanging(undefined)} />
          <HistoryDrawer setting={looked} onClose={() => look(undefined)} />
        </>
      )}
    </Loaded>
  )
}

const columns: Column<Setting>[] = [
  {
    key: 'label',
    title: 'Setting',
    render: ({ key }) => settingLabels[key].label,
  },
  {
    key: 'value',
    title: 'Value',
    render: ({ key, value, is_default: isDefault }) =>
      `${settingTexts(key, value)}${isDefault ? ' (default)' : ''}`,
  },
  { key: 'help', title: 'What it does', phone: 'hide', render: ({ key }) => settingLabels[key].help },
  {
    key: 'changed',
    title: 'Changed',
    render: ({ changed_at: at, changed_by_name: by }) =>
      at ? (
        <>
          {by ?? 'A person who left'}, <RelativeTime value={at} />
        </>
      ) : (
        'Never'
      ),
  },
]
