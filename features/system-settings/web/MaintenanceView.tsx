import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber, sizeText } from '#core/number-text.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { TableState } from '../contract.ts'
import { MAX_EXPIRED } from '../rules.ts'
import { expiredLabels } from '../messages.ts'
import { systemSettings, useRunMaintenance } from './queries.ts'
import { TaskProgress } from './TaskProgress.tsx'

/** What maintenance would delete, a button to run it now, and the state of the largest tables. */
export function MaintenanceView(): ReactNode {
  const query = useQuery({
    ...systemSettings.maintenance.queryOptions(),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const run = useRunMaintenance()
  const [taskId, setTaskId] = useState<string>()
  const expired = query.data?.expired ?? []
  const total = expired.reduce((sum, { count }) => sum + count, 0)
  const [ask, dialog] = useAction({
    label: 'Delete now',
    ask: () => ({
      title: 'Delete expired data?',
      body: `${countText(total)} ${total === 1 ? 'row is' : 'rows are'} deleted permanently. Placewell does the same automatically every hour.`,
      confirmLabel: 'Delete now',
    }),
    run: async () => {
      const { task_id: id } = await run.mutateAsync({})
      setTaskId(id)
    },
  })
  return (
    <>
      {taskId && <TaskProgress key={taskId} taskId={taskId} title="Database maintenance" />}
      <Loaded
        query={query}
        skeleton={<Skeletons shape="table" />}
        failedTitle="The database status couldn’t be loaded"
      >
        {({ tables }) => (
          <>
            <PageSection
              title="Expired data"
              description={
                total === 0
                  ? 'Nothing to delete now. Placewell checks every hour.'
                  : 'What would be deleted now. Records, people and the audit trail are never part of it.'
              }
              actions={
                <>
                  <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
                    Count again
                  </Button>
                  <Button disabled={total === 0} onClick={ask}>
                    Delete now
                  </Button>
                </>
              }
            >
              <KeyValue
                items={expired.map(({ kind, count }) => ({
                  label: expiredLabels[kind] ?? kind,
                  value: countText(count),
                }))}
              />
            </PageSection>
            <PageSection
              look="flush"
              title="Largest tables"
              description={
                <>
                  PostgreSQL cleans and analyzes tables automatically (autovacuum); rows are its estimates. A
                  table with many dead rows and no recent upkeep is for the administrator of the database. The
                  whole size is in <Link href="/admin/performance-monitor">the performance monitor</Link>.
                </>
              }
            >
              <DataTable
                label="Largest tables"
                rows={tables}
                columns={columns}
                rowKey={({ name }) => name}
                rowLabel={({ name }) => name}
              />
            </PageSection>
          </>
        )}
      </Loaded>
      {dialog}
    </>
  )
}

const countText = (count: number): string =>
  count >= MAX_EXPIRED ? `${formatNumber(MAX_EXPIRED)} or more` : formatNumber(count)

const whenText = (at: string | null): ReactNode => (at ? <RelativeTime value={at} /> : 'Not yet')

const columns: Column<TableState>[] = [
  { key: 'name', title: 'Table', render: ({ name }) => name },
  { key: 'size', title: 'Size', align: 'right', render: ({ size }) => sizeText(size) },
  { key: 'rows', title: 'Rows', align: 'right', render: ({ rows }) => formatNumber(rows) },
  { key: 'dead', title: 'Dead rows', align: 'right', render: ({ dead_rows: dead }) => formatNumber(dead) },
  { key: 'vacuumed', title: 'Cleaned', phone: 'hide', render: ({ vacuumed_at: at }) => whenText(at) },
  { key: 'analyzed', title: 'Analyzed', phone: 'hide', render: ({ analyzed_at: at }) => whenText(at) },
]
