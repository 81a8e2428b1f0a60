import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { constants } from '#core/constants.ts'
import { formatNumber, sizeText } from '#core/number-text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import type { HealthAlert, HealthMetrics, HealthStatus, Total } from '../contract.ts'
import { nextSteps } from '../messages.ts'
import { monitoring } from './queries.ts'

const verdicts: Record<HealthStatus, { kind: 'success' | 'warning' | 'danger'; title: string }> = {
  healthy: { kind: 'success', title: 'Healthy' },
  degraded: { kind: 'warning', title: 'Needs attention' },
  unhealthy: { kind: 'danger', title: 'Unhealthy' },
}

/**
 * The health of the system, checked every five minutes while the page is open: what needs the superadmin, then the metrics (Spec §3, §9).
 */
export function PerformanceMonitorScreen(): ReactNode {
  const query = useQuery({
    ...monitoring.systemHealth.queryOptions(),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: constants.services.healthCheckMs,
  })
  return (
    <Page
      title="Performance monitor"
      actions={
        <>
          <LinkButton variant="default" href="/performance">
            Response times
          </LinkButton>
          <Button
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={query.isFetching && query.data !== undefined}
            onClick={() => void query.refetch()}
          >
            Check again
          </Button>
        </>
      }
      query={query}
      failedTitle="System health couldn’t be checked"
    >
      {({ status, timestamp, alerts, metrics }) => (
        <>
          <Banner kind={verdicts[status].kind} title={verdicts[status].title} live>
            {status === 'healthy' && 'Nothing needs attention. '}Checked <RelativeTime value={timestamp} />,
            and again every 5 minutes while this page is open.
          </Banner>
          {alerts.length > 0 && <Alerts alerts={alerts} />}
          {metrics && <Figures {...metrics} />}
        </>
      )}
    </Page>
  )
}

function Alerts({ alerts }: { alerts: readonly HealthAlert[] }): ReactNode {
  return (
    <PageSection title="Alerts" look="plain">
      {alerts.map(({ code, severity, message }) => {
        const { text, href, link } = nextSteps[code]
        return (
          <Banner key={code} kind={severity === 'critical' ? 'danger' : 'warning'} title={message}>
            {text} {href && <Link href={href}>{link}</Link>}
          </Banner>
        )
      })}
    </PageSection>
  )
}

function Figures(metrics: HealthMetrics): ReactNode {
  const { checks, emails, cache_hit_ratio: hits } = metrics
  const oldest = metrics.oldest_unreviewed_credential
  return (
    <>
      <PageSection title="Database">
        <StatGrid>
          <StatCard label="Response time" value={`${formatNumber(metrics.response_time, 1)} ms`} />
          <StatCard
            label="Read from memory"
            value={hits === null ? '—' : `${formatNumber(hits * 100, 1)}%`}
          />
          <StatCard
            label="Connections"
            value={metrics.active_connections}
            hint={`Of ${formatNumber(metrics.max_connections)}`}
          />
          <StatCard label="Size" value={sizeText(metrics.database_size)} />
        </StatGrid>
      </PageSection>
      <PageSection title="Work that is waiting">
        <StatGrid>
          <StatCard
            label="Jobs in the queue"
            value={metrics.queue_depth}
            hint={
              metrics.oldest_job_at && (
                <>
                  The first <RelativeTime value={metrics.oldest_job_at} />
                </>
              )
            }
          />
          <StatCard label="Jobs that failed" value={metrics.failed_automations} hint="In the last 24 hours" />
          <StatCard
            label="Emails sent"
            value={emails.sent}
            hint={`In the last 24 hours; ${formatNumber(emails.failed)} failed, ${formatNumber(emails.retried)} to be tried again`}
          />
          <StatCard label="Overdue shift reports" value={metrics.overdue_reports} />
          <StatCard
            label="Oldest credential to review"
            value={oldest ? <RelativeTime value={oldest} /> : 'None'}
          />
        </StatGrid>
      </PageSection>
      <PageSection title="Data protection" actions={<Link href="/security">Security</Link>}>
        <StatGrid>
          <StatCard
            label="Tables under row-level security"
            value={`${checks.tables - checks.tables_open.length} of ${checks.tables}`}
          />
          <StatCard label="Security policies" value={checks.security_policies} />
          <StatCard
            label="Functions with a closed search path"
            value={`${checks.functions - checks.functions_open.length} of ${checks.functions}`}
          />
        </StatGrid>
      </PageSection>
      <PageSection title="What is stored">
        <StatGrid>
          <StatCard label="Users" value={totalText(metrics.total_users)} href="/admin/users" />
          <StatCard label="Shifts" value={totalText(metrics.total_shifts)} href="/admin/all-shifts" />
          <StatCard
            label="Applications"
            value={totalText(metrics.total_applications)}
            hint="Seats that students asked for or were assigned"
          />
        </StatGrid>
      </PageSection>
    </>
  )
}

const totalText = ({ count, is_estimate: isEstimate }: Total): string =>
  isEstimate ? `About ${formatNumber(count)}` : formatNumber(count)
