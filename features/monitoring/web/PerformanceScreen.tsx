import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber, sizeText } from '#core/number-text.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import type { CallTimes, PerformanceMetric } from '../contract.ts'
import { metricLabels } from '../messages.ts'
import { monitoring } from './queries.ts'

/** The performance of the responding server since it started: its metrics, and its procedures, slowest first (Spec §3). */
export function PerformanceScreen(): ReactNode {
  const query = useQuery({
    ...monitoring.performance.queryOptions(),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: 30_000,
  })
  return (
    <Page
      title="Performance"
      width="wide"
      actions={
        <>
          <LinkButton variant="default" href="/admin/performance-monitor">
            System health
          </LinkButton>
          <Button
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={query.isFetching && query.data !== undefined}
            onClick={() => void query.refetch()}
          >
            Measure again
          </Button>
        </>
      }
      query={query}
      failedTitle="The metrics couldn’t be loaded"
    >
      {({ since, metrics, calls }) => (
        <>
          <PageSection
            title="This server"
            folds
            description={
              <>
                Since it started <RelativeTime value={since} />. If several servers run, each has its own
                figures.
              </>
            }
          >
            <StatGrid>
              {metrics.map((metric) => (
                <StatCard
                  key={metric.metric_name}
                  label={metricLabels[metric.metric_name] ?? metric.metric_name}
                  value={metricText(metric)}
                />
              ))}
            </StatGrid>
          </PageSection>
          <PageSection look="flush" title="Calls" description="The 50 whose slowest answers take longest">
            <DataTable
              label="Calls"
              rows={calls}
              columns={columns}
              rowKey={({ call }) => call}
              rowLabel={({ call }) => call}
              empty={{
                title: 'No calls yet',
                description: 'Each call of the product appears here with its times.',
              }}
            />
          </PageSection>
        </>
      )}
    </Page>
  )
}

function metricText({ metric_value: value, metric_unit: unit }: PerformanceMetric): string {
  switch (unit) {
    case 'ms':
      return msText(value)
    case 'bytes':
      return sizeText(value)
    case 'percent':
      return `${formatNumber(value, 1)}%`
    default:
      return formatNumber(value)
  }
}

const msText = (value: number): string => `${formatNumber(value, value < 10 ? 1 : 0)} ms`

const columns: Column<CallTimes>[] = [
  { key: 'call', title: 'Call', render: ({ call }) => call },
  { key: 'times', title: 'Answers', align: 'right', render: ({ times }) => formatNumber(times) },
  { key: 'failed', title: 'Failed', align: 'right', render: ({ failed }) => formatNumber(failed) },
  { key: 'p50', title: 'Half within', align: 'right', render: ({ p50 }) => msText(p50) },
  { key: 'p95', title: '95% within', align: 'right', render: ({ p95 }) => msText(p95) },
  { key: 'p99', title: '99% within', align: 'right', phone: 'hide', render: ({ p99 }) => msText(p99) },
]
